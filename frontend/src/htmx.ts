// htmx, held to the site's Content-Security-Policy: no code from attributes, no style written by script.
// Everything else of the front end imports htmx from here, so that it is configured before it starts.
import "./htmx-config";
import htmx from "htmx.org";

// htmx compiles `hx-on:`, `js:` values and event filters with `new Function`. The policy forbids that in the browser;
// saying so here makes the fault the same on every browser and names the place to do it right.
class Refused {
  constructor() {
    throw new Error("Code in attributes is forbidden here: write an event listener in frontend/src/ instead.");
  }
}

type Morph = (old: Element, news: DocumentFragment, inside: boolean) => void;

// Turns an element into another one, keeping what is the same: focus, movement and whoever listens to it.
export let morph: Morph;

htmx.registerExtension("regatta-no-eval", {
  init: (api: { initSecurity(policy: null, sync: unknown, async: unknown): void; morph: Morph }) => {
    api.initSecurity(null, Refused, Refused);
    morph = api.morph;
  },
});

export default htmx;
