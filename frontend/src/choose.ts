// Where a write has to be confirmed, the first tap on a box chooses it and the second writes; a tap elsewhere or Escape
// takes the choice back. The choice lives on this page only.
import { announce } from "./announce";

const BOUNCE = 150; // ms in which a second tap is the same one

let chosen = ""; // id of the chosen box's button
let since = 0;

const box = (): HTMLButtonElement | null =>
  chosen ? document.querySelector<HTMLButtonElement>(`#sheet button[id="${chosen}"]`) : null;

export const confirms = (): boolean => document.documentElement.dataset["confirm"] !== "no";
export const isChosen = (button: Element): boolean => button.id === chosen;
export const justNow = (): boolean => performance.now() - since < BOUNCE;
export const chosenBox = box;

export function choose(button: HTMLButtonElement): void {
  chosen = button.id;
  since = performance.now();
  show();
  announce(document.getElementById("dock")?.dataset["chosen"]);
}

export function unchoose(): boolean {
  if (!chosen) return false;
  const was = document.activeElement?.id === "write-button" ? box() : null;
  chosen = "";
  show();
  was?.focus({ preventScroll: true });
  return true;
}

// Shows the choice on the page as it is now: a page that has just come knows nothing of it.
export function show(): void {
  const button = box();
  if (!button) chosen = "";
  for (const other of document.querySelectorAll("#sheet .pencil.chosen")) {
    if (other === button) continue;
    other.classList.remove("chosen");
    other.removeAttribute("aria-current");
  }
  button?.classList.add("chosen");
  button?.setAttribute("aria-current", "true");
  document.getElementById("table")?.classList.toggle("choosing", button !== null);
  const write = document.querySelector<HTMLButtonElement>("#write-button");
  const roll = document.querySelector<HTMLButtonElement>("#roll-button");
  if (!write || !roll) return;
  const rolling = document.activeElement === roll;
  const writing = document.activeElement === write;
  write.hidden = !button;
  roll.hidden = button !== null;
  if (button) write.textContent = button.getAttribute("aria-label");
  if (rolling && button) write.focus({ preventScroll: true });
  if (writing && !button) roll.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const target = event.target as Element;
  if (target.closest("#write-button")) box()?.form?.requestSubmit(box());
  else if (chosen && !target.closest("#sheet .pencil")) unchoose();
});
