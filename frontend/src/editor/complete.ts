// Offers what may stand at the cursor: words and values of the language, and the names that the author gave.
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  pickedCompletion,
  startCompletion,
} from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { type Key, type Place, read, type Step } from "./place";
import type { Language, Schema, Word } from "./schema";
import { say, type Words } from "./words";

const NAMES_BELOW = ["names", "differs", "values"]; // mappings whose words are names that the author gave
const NEW_NAMES = ["repeat", "name", "as"]; // words with a name that need not be there before

export function completions(language: Language, words: Words): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const text = context.state.doc.toString();
    const { place } = read(text.slice(0, context.pos));
    if (!place || (place.what === "either" && place.from === context.pos && !context.explicit)) return null;
    const { keys } = read(text);
    const here = language.at(place.path, keys.map(({ path }) => path));
    const names = given(language, keys);
    const options = [...offeredValues(language, place, here, names), ...offeredWords(language, place, here, keys, names, words)];
    // A word that stands there whole is not offered: Enter ends the line then. So what is offered changes with it.
    const whole = (word: string): boolean => options.some(({ label }) => label === word);
    const typed = text.slice(place.from, context.pos);
    const left = options.filter(({ label }) => label !== typed);
    const validFor = (now: string): boolean => /^[\w ]*$/.test(now) && !whole(now) && !whole(typed);
    return left.length > 0 ? { from: place.from, options: left, validFor } : null;
  };
}

function offeredValues(language: Language, place: Place, here: Schema[], names: string[]): Completion[] {
  if (place.what === "key") return [];
  const values = language.values(here).map((label): Completion => ({ label, type: "enum", boost: 2 }));
  const named = language.named(here) && !NEW_NAMES.includes(String(place.path.at(-1)));
  return [...values, ...(named ? names.map((label): Completion => ({ label, type: "variable" })) : [])];
}

function offeredWords(
  language: Language,
  place: Place,
  here: Schema[],
  keys: Key[],
  names: string[],
  words: Words,
): Completion[] {
  const depth = place.path.length;
  const below = (path: Step[]): boolean => path.length === depth + 1 && place.path.every((step, at) => step === path[at]);
  const written = keys.filter(({ path, from }) => from !== place.from && below(path)).map(({ path }) => path.at(-1));
  const free = (name: string): boolean => !written.includes(name);
  const called = NAMES_BELOW.includes(String(place.path.at(-1))) ? names.filter(free) : [];
  return [
    ...language.words(here).filter(({ name }) => free(name)).map((word) => offeredWord(word, place, words)),
    ...called.map((label): Completion => ({ label, type: "variable", apply: write(label, place) })),
  ];
}

function offeredWord({ name, meaning, needed }: Word, place: Place, words: Words): Completion {
  return {
    label: name,
    type: "keyword",
    ...(place.what === "value" ? { displayLabel: `{${name}: …}` } : {}),
    ...(needed ? { detail: say(words, "needed"), boost: 1 } : {}),
    ...(meaning ? { info: () => told(meaning) } : {}),
    apply: write(name, place),
  };
}

// The words of the language are English, and so is what explains them.
function told(meaning: string): Node {
  const tag = document.createElement("p");
  tag.lang = "en";
  tag.textContent = meaning;
  return tag;
}

// Writes a word with its colon, in brackets where a value is awaited, and offers what may follow.
function write(name: string, place: Place): (view: EditorView, picked: Completion, from: number, to: number) => void {
  return (view, picked, from, to) => {
    const line = view.state.doc.lineAt(to);
    const colon = /^\s*:/.test(line.text.slice(to - line.from));
    const [before, after] = place.what === "value" ? ["{", "}"] : ["", ""];
    const insert = colon ? name : `${before}${name}: ${after}`;
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length - (colon ? 0 : after.length) },
      annotations: pickedCompletion.of(picked),
      scrollIntoView: true,
      userEvent: "input.complete",
    });
    startCompletion(view);
  };
}

// The names that the author gave: of sections, boxes, bonuses, extra rules, components, options.
function given(language: Language, keys: Key[]): string[] {
  const box = new Set(language.words(language.at(["sheet", "a"], [])).map(({ name }) => name));
  const found = keys.flatMap(({ path: [top, name, inner, ...more] }) => {
    const deep = top === "sheet" && typeof inner === "string" && more.length === 0 && !box.has(inner);
    if (deep) return [inner];
    const named = ["sheet", "bonuses", "extra", "components", "options"].includes(String(top));
    return named && typeof name === "string" && inner === undefined ? [name] : [];
  });
  return [...new Set(found)];
}
