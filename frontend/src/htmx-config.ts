// htmx reads its configuration once, while it loads, from this element: so it must be there before. Pages bring none.
const meta = document.createElement("meta");
meta.name = "htmx-config";
meta.content = [
  "includeIndicatorCSS:false", // indicators are styled in main.css
  'extensions:"regatta-no-eval,hx-sse"', // no other extension may register itself
  "history:false", // every page has its own address and is loaded as a page
].join(",");
document.head.append(meta);
