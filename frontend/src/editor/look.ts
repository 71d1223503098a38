// How the editor looks: the colours and measures of the site, which reach into its shadow by their names.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const MONO = 'ui-monospace, "Cascadia Mono", "Source Code Pro", Menlo, Consolas, "DejaVu Sans Mono", monospace';

const theme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--paper-lifted)", fontSize: "0.875rem", height: "100%" },
  "&.cm-focused": { outline: "none" }, // the frame around it shows the focus
  ".cm-scroller": { fontFamily: MONO, lineHeight: "1.6", overscrollBehavior: "contain" },
  ".cm-content": { caretColor: "var(--ink)", paddingBlock: "10px" },
  ".cm-line": { paddingInline: "6px 10px" },
  ".cm-gutters": { color: "var(--ink-quiet)", backgroundColor: "var(--paper-shade)", border: "0" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { boxShadow: "inset 3px 0 0 var(--accent-edge)" },
  ".cm-activeLineGutter": { color: "var(--ink)", backgroundColor: "transparent", fontWeight: "700" },
  ".cm-cursor": { borderInlineStart: "2px solid var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--focus) 28%, transparent)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--rule-strong)" },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--accent) 35%, transparent)" },
  ".cm-searchMatch-selected": { outline: "2px solid var(--focus)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--warn) 1.5px",
    textUnderlineOffset: "4px",
  },
  ".cm-lintPoint::after": { borderBottomColor: "var(--warn)" },
  ".cm-gutter-lint": { width: "1.2em" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0" },
  ".cm-lint-marker-error": {
    content: "none",
    display: "grid",
    placeItems: "center",
    width: "auto",
    height: "1.6em",
    color: "var(--warn)",
    fontWeight: "700",
  },
  ".cm-lint-marker-error::before": { content: '"!"' },
  ".cm-tooltip": {
    color: "var(--ink)",
    backgroundColor: "var(--paper-lifted)",
    border: "1px solid var(--rule-strong)",
    borderRadius: "var(--radius)",
    boxShadow: "0 4px 16px rgb(0 0 0 / 0.25)",
  },
  ".cm-diagnostic, .cm-diagnostic-error": {
    maxWidth: "34rem",
    padding: "8px 12px",
    border: "0",
    borderInlineStart: "4px solid var(--warn)",
    fontFamily: "var(--sans)",
    fontSize: "var(--small)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { maxHeight: "16em", borderRadius: "inherit", fontFamily: MONO },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "6px 12px", lineHeight: "1.4" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    color: "var(--on-accent)",
    backgroundColor: "var(--accent)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionDetail": { marginInlineStart: "1.5ch", color: "var(--ink-quiet)", fontFamily: "var(--sans)", fontStyle: "normal" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-tooltip.cm-completionInfo": { maxWidth: "22rem", padding: "8px 12px", fontFamily: "var(--sans)", fontSize: "var(--small)" },
  ".cm-completionInfo p": { margin: "0" },
  ".cm-panels": { color: "var(--ink)", backgroundColor: "var(--paper-shade)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--rule-strong)" },
  ".cm-panel.cm-search": { padding: "8px 40px 8px 10px", fontFamily: "var(--sans)", fontSize: "var(--small)" },
  ".cm-panel.cm-search label": { fontSize: "inherit" },
  ".cm-panel.cm-search [name=close]": { top: "4px", right: "6px", width: "32px", height: "32px", fontSize: "1.25rem" },
  ".cm-textfield": {
    minHeight: "32px",
    border: "1px solid var(--rule-strong)",
    borderRadius: "var(--radius)",
    color: "var(--ink)",
    backgroundColor: "var(--paper-lifted)",
    fontSize: "inherit",
  },
  ".cm-button": {
    minHeight: "32px",
    border: "1px solid var(--rule-strong)",
    borderRadius: "var(--radius)",
    color: "var(--ink)",
    backgroundColor: "transparent",
    backgroundImage: "none",
    fontSize: "inherit",
  },
  "@media (pointer: coarse), (max-width: 47.99rem)": {
    // Below 16 px a phone zooms into what is typed.
    "&": { fontSize: "1rem" },
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { minHeight: "44px", padding: "10px 12px" },
    ".cm-button, .cm-textfield": { minHeight: "44px" },
  },
  "@media (prefers-reduced-motion: reduce)": { ".cm-cursorLayer": { animation: "none !important" } },
  "@media (forced-colors: active)": {
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
      forcedColorAdjust: "none",
      color: "HighlightText",
      backgroundColor: "Highlight",
    },
    ".cm-cursor": { borderInlineStartColor: "CanvasText" },
    ".cm-selectionBackground": { forcedColorAdjust: "none", backgroundColor: "Highlight", opacity: "0.5" },
  },
});

// As the model is shown on the page of its rules.
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--word)" },
  { tag: [tags.string, tags.number, tags.special(tags.string)], color: "var(--mark)" },
  { tag: tags.comment, color: "var(--ink-quiet)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: "var(--ink-quiet)" },
]);

export const look: Extension = [theme, syntaxHighlighting(colours)];
