// The page that looks back: once the game is worked out, who hears the page is told so.
import { announce } from "./announce";

const said = (): string | undefined => document.getElementById("review")?.dataset["say"];
let before = said();

document.addEventListener("htmx:after:swap", () => {
  const now = said();
  if (now !== undefined && now !== before) announce(now);
  before = now;
});
