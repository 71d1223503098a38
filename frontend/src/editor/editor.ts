// The editor of a model, in the place of the text area of the page, which stays the truth of the form: words that are
// offered, faults by line while one types, the rules and the sheet beside it. Loaded only where there is a text to edit.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { type Diagnostic, lintGutter } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from "@codemirror/view";
import { completions } from "./complete";
import { Keeper } from "./draft";
import { found, fromSchema, fromServer, keys, list, mark, present } from "./faults";
import { hang } from "./hang";
import { look } from "./look";
import { Language, type Schema } from "./schema";
import { Server } from "./server";
import { say, type Words } from "./words";

const HELP = "editor-keys";

const shape: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  indentUnit.of("  "),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  hang,
  lintGutter(),
  search(),
  yaml(),
  look,
];

// The Tab key leaves the editor, as it leaves every other field: no binding takes it.
const bindings = (words: Words, save: () => void): Extension =>
  keymap.of([
    { key: "Mod-s", run: () => (save(), true), preventDefault: true },
    ...keys(words),
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]);

// The editor stands in a shadow of its own: there its styles are sheets made by script, which the policy of the site
// allows, and not elements of the page, which it forbids.
function shadow(area: HTMLTextAreaElement, words: Words): ShadowRoot {
  const host = document.createElement("div");
  host.className = "editor";
  area.before(host);
  const root = host.attachShadow({ mode: "open" });
  const help = document.createElement("p");
  help.id = HELP;
  help.part.add("keys");
  help.textContent = say(words, "keys");
  root.append(help);
  return root;
}

function attributes(area: HTMLTextAreaElement): Extension {
  const label = area.labels[0]?.textContent?.trim() ?? area.ariaLabel ?? "";
  return EditorView.contentAttributes.of((view) => ({
    "aria-label": label,
    "aria-describedby": HELP,
    tabindex: "0",
    "aria-invalid": String(present(view.state).length > 0),
  }));
}

function edit(area: HTMLTextAreaElement): void {
  const { form } = area;
  const words = JSON.parse(area.dataset["words"] ?? "{}") as Words;
  const keeper = new Keeper(area.dataset["saved"] ?? area.defaultValue, area.value, form);
  const [faults, preview, state, jump] = ["faults", "preview", "state", "jump"].map((name) =>
    document.querySelector<HTMLElement>(`[data-${name}]`),
  );
  const way = jump?.textContent ?? "";
  let language: Language | undefined;
  let news = ""; // said before how the text stands, until one types

  function tell(sentence: string): void {
    if (state && state.textContent !== sentence) state.textContent = sentence;
  }

  function standing(): string {
    const count = present(view.state).length;
    return count > 0 ? say(words, "count", { count }) : say(words, "clean");
  }

  function show(server: Diagnostic[]): void {
    mark(view, server, language ? fromSchema(view.state, language, words) : []);
    if (faults) list(faults, view, words);
    const count = present(view.state).length;
    preview?.classList.toggle("stale", count > 0);
    if (jump) jump.textContent = count > 0 ? standing() : way; // where the list is out of sight, its link says how long it is
  }

  const server = new Server(area.dataset["check"] ?? "", form?.querySelector<HTMLInputElement>("input[name=token]")?.value ?? "", {
    asked: () => state?.setAttribute("aria-busy", "true"),
    heard: (answer, text) => {
      if (text !== area.value) return;
      state?.removeAttribute("aria-busy");
      if (preview && answer.preview) preview.innerHTML = answer.preview;
      show(fromServer(view.state.doc, answer.faults));
      tell([news, standing()].filter(Boolean).join(" "));
    },
    refused: (sentence) => {
      state?.removeAttribute("aria-busy");
      tell(sentence || say(words, "away"));
    },
  });

  function changed(update: ViewUpdate): void {
    if (update.docChanged) {
      area.value = update.state.doc.toString();
      keeper.keep(area.value);
      news = "";
      server.ask(area.value);
    }
    // A word is not marked while it is typed, but once the cursor has left it.
    if (update.docChanged || update.selectionSet) show(found(update.state));
  }

  const root = shadow(area, words);
  const view = new EditorView({
    root,
    state: EditorState.create({
      doc: area.value,
      extensions: [
        shape,
        EditorState.phrases.of(words),
        attributes(area),
        bindings(words, () => form?.requestSubmit(form.querySelector<HTMLButtonElement>("button[type=submit]"))),
        autocompletion({ icons: false, override: [(context) => (language ? completions(language, words)(context) : null)] }),
        EditorView.updateListener.of(changed),
      ],
    }),
  });
  root.prepend(view.dom);
  area.hidden = true;
  area.required = false; // the browser could not show where it is wanted
  area.addEventListener("focus", () => view.focus());
  for (const label of area.labels) label.addEventListener("click", () => view.focus());

  const before = keeper.before();
  if (before !== undefined) {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: before } });
    news = say(words, "restored");
  }
  server.ask(area.value, 0);
  void fetch(area.dataset["schema"] ?? "")
    .then(async (answer) => (await answer.json()) as Schema)
    .then((schema) => {
      language = new Language(schema);
      show(found(view.state));
    })
    .catch(() => undefined); // without it nothing is offered, and all else goes on
}

const area = document.querySelector<HTMLTextAreaElement>("textarea[data-editor]");
if (area) edit(area);
