// The editor of models is large: it comes only to a page that has a text to edit.
const script = document.querySelector<HTMLElement>("[data-editor]")?.dataset["script"];
if (script) void import(script);
