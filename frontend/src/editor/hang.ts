// Lines that are too long go on below their own beginning, not below the numbers: the shape of the text stays to be seen.
import { type EditorState, type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const FURTHER = 2; // letters that the rest of a line stands further in
const MOST = 14;

function hanging(view: EditorView): DecorationSet {
  const { state } = view;
  const found = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
      found.add(line.from, line.from, ofDepth(depth(state, line.text)));
      if (line.to >= to || line.number === state.doc.lines) break;
    }
  }
  return found.finish();
}

function depth(state: EditorState, text: string): number {
  const blanks = /^[ \t]*(?:- )*/.exec(text)?.[0] ?? "";
  return Math.min(blanks.replaceAll("\t", " ".repeat(state.tabSize)).length + FURTHER, MOST);
}

const kept: Decoration[] = [];

function ofDepth(letters: number): Decoration {
  const style = `padding-inline-start: calc(6px + ${letters}ch); text-indent: -${letters}ch`;
  return (kept[letters] ??= Decoration.line({ attributes: { style } }));
}

export const hang: Extension = ViewPlugin.fromClass(
  class {
    lines: DecorationSet;

    constructor(view: EditorView) {
      this.lines = hanging(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.lines = hanging(update.view);
    }
  },
  { decorations: ({ lines }) => lines },
);
