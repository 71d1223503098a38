// Faults in the text: marked at their place, listed beside it, and gone to by key. What the server finds is what counts;
// words that the language does not know are marked at once, before it is asked.
import { type Diagnostic, forEachDiagnostic, setDiagnostics } from "@codemirror/lint";
import type { EditorState, Text } from "@codemirror/state";
import { EditorView, type KeyBinding } from "@codemirror/view";
import { read } from "./place";
import type { Language } from "./schema";
import { say, type Words } from "./words";

// As the server tells them; lines and columns from 1, the end is the column after the last letter.
export interface Fault {
  line: number;
  column: number;
  end_line?: number | null;
  end_column?: number | null;
  message: string;
}

const HERE = "here"; // source of the faults that were found without the server

function offset(doc: Text, line: number, column: number): number {
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(found.from + Math.max(column, 1) - 1, found.to);
}

export function fromServer(doc: Text, faults: Fault[]): Diagnostic[] {
  return faults.map(({ line, column, end_line: endLine, end_column: endColumn, message }) => {
    const from = offset(doc, line, column);
    const known = endLine && endColumn ? offset(doc, endLine, endColumn) : from;
    // A place without an end is marked up to the end of the word that stands there, and never beyond its line.
    const rest = doc.sliceString(from, doc.lineAt(from).to);
    const word = /^(?:\w[\w ]*\w|\S)/.exec(rest)?.[0].length ?? 0;
    return { from, to: known > from ? Math.min(known, from + rest.length) : from + word, severity: "error", message };
  });
}

// Words that the language does not know, but for the one that is being typed.
export function fromSchema(state: EditorState, language: Language, words: Words): Diagnostic[] {
  const { keys } = read(state.doc.toString());
  const { head } = state.selection.main;
  return language.unknown(keys.map(({ path }) => path)).flatMap((number) => {
    const key = keys[number];
    if (!key || (key.from <= head && head <= key.to)) return [];
    const word = String(key.path.at(-1));
    return [{ from: key.from, to: key.to, severity: "error" as const, source: HERE, message: say(words, "unknown", { word }) }];
  });
}

export function present(state: EditorState): Diagnostic[] {
  const found: Diagnostic[] = [];
  forEachDiagnostic(state, (diagnostic, from, to) => found.push({ ...diagnostic, from, to }));
  return found.sort((a, b) => a.from - b.from);
}

const same = (some: Diagnostic[], others: Diagnostic[]): boolean =>
  some.length === others.length &&
  some.every(({ from, to, message, source }, at) => {
    const other = others[at];
    return from === other?.from && to === other.to && message === other.message && source === other.source;
  });

// Marks what the server found, and besides what was found here on lines of which the server says nothing.
export function mark(view: EditorView, server: Diagnostic[], here: Diagnostic[]): void {
  const { doc } = view.state;
  const told = new Set(server.map(({ from }) => doc.lineAt(from).number));
  const more = here.filter(({ from }) => !told.has(doc.lineAt(from).number));
  const all = [...server, ...more].sort((a, b) => a.from - b.from);
  if (!same(all, present(view.state))) view.dispatch(setDiagnostics(view.state, all));
}

// What the server found, where it stands by now.
export const found = (state: EditorState): Diagnostic[] => present(state).filter(({ source }) => source !== HERE);

export function goTo(view: EditorView, { from, to }: Diagnostic): void {
  view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  view.focus();
}

export const sentence = (doc: Text, { from, message }: Diagnostic, words: Words): string =>
  say(words, "line", { line: doc.lineAt(from).number, fault: message });

// Lists the faults. What stands there already stays: the focus may be on it.
export function list(place: HTMLElement, view: EditorView, words: Words): void {
  const all = present(view.state);
  const told = all.map((fault) => sentence(view.state.doc, fault, words));
  const shown = [...place.querySelectorAll("button")].map((button) => button.textContent);
  if (told.length === place.children.length && told.every((text, at) => text === shown[at])) return;
  const items = all.map((fault, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = told[at] ?? "";
    // It stands elsewhere by now, if the text before it was changed.
    button.addEventListener("click", () => goTo(view, present(view.state)[at] ?? fault));
    const item = document.createElement("li");
    item.className = "fault";
    item.append(button);
    return item;
  });
  place.replaceChildren(...items);
}

// To the next fault or the one before, round the end, and says it.
function toNext(view: EditorView, words: Words, back: boolean): boolean {
  const all = present(view.state);
  const { from } = view.state.selection.main;
  const next = back ? all.filter((fault) => fault.from < from).at(-1) ?? all.at(-1) : all.find((fault) => fault.from > from) ?? all[0];
  if (!next) return false;
  goTo(view, next);
  view.dispatch({ effects: EditorView.announce.of(sentence(view.state.doc, next, words)) });
  return true;
}

export const keys = (words: Words): KeyBinding[] => [
  { key: "F8", run: (view) => toNext(view, words, false) },
  { key: "Shift-F8", run: (view) => toNext(view, words, true) },
];
