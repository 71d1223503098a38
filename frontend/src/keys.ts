// Single keys at the table: digits for dice (faces, on a score pad), R, arrows, H, S, ?. The guest may switch them off; Escape always backs out.
import { standing } from "./announce";
import { chosenBox, unchoose } from "./choose";
import { digit, enter, erase } from "./pad";
import { replaying, skip } from "./replay";

const WAYS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const ELSEWHERE = "input:not([type=hidden], [type=radio]), select, textarea, [contenteditable], dialog[open], .menu[open]";

function away(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return true;
  return document.querySelector("dialog[open]") !== null || (event.target as Element).closest(ELSEWHERE) !== null;
}

document.addEventListener("keydown", (event) => {
  if (!document.getElementById("table") || away(event)) return;
  if (act(event)) event.preventDefault();
});

function act(event: KeyboardEvent): boolean {
  const { key } = event;
  const pressed = (event.target as Element).closest("#table button");
  if (key === "Escape") return skip() || unchoose();
  if ((key === "Enter" || key === " ") && pressed && event.repeat) return true; // one press is one move
  if (document.documentElement.dataset["keys"] === "no") return false;
  if (key === " " && replaying() && !pressed) return skip();
  if (key in WAYS && (event.target as Element).matches("[type=radio]")) return false; // these go from choice to choice
  if (key in WAYS) return go(...(WAYS[key] as [number, number]), event.target as Element);
  if (event.repeat) return false;
  if (/^[1-9]$/.test(key)) return digit(key) || die(key);
  if (key === "Backspace") return erase();
  if (key === "?") return help();
  if (key === "Enter" && !pressed && !(event.target as Element).closest("a, summary")) return write();
  switch (key.toLowerCase()) {
    case "r":
      return press(document.querySelector<HTMLButtonElement>("#roll-button"));
    case "h":
      return press(document.querySelector<HTMLButtonElement>("#ask-button"));
    case "s":
      standing();
      return true;
  }
  return false;
}

function press(button: HTMLButtonElement | null): boolean {
  if (!button || button.disabled) return false;
  button.click();
  return true;
}

// The focus goes with the key: so the die says itself what it is now.
function die(number: string): boolean {
  const found = document.querySelector<HTMLButtonElement>(`#die-${number}:is(button)`);
  if (!found || found.disabled) return false;
  found.focus({ preventScroll: true });
  found.click();
  return true;
}

function help(): boolean {
  document.dispatchEvent(new CustomEvent("regatta:help"));
  return true;
}

function write(): boolean {
  const box = chosenBox();
  box?.form?.requestSubmit(box);
  return box !== null || enter();
}

// From box to open box, as they lie on the sheet.
function go(right: number, down: number, from: Element): boolean {
  const boxes = [...document.querySelectorAll<HTMLElement>("#sheet .pencil")];
  const here = from.closest<HTMLElement>("#sheet .pencil");
  if (boxes.length === 0) return false;
  const target = here ? nearest(here, boxes, right, down) : boxes[down < 0 || right < 0 ? boxes.length - 1 : 0];
  target?.focus();
  return true;
}

function nearest(here: HTMLElement, boxes: HTMLElement[], right: number, down: number): HTMLElement | undefined {
  const middle = (box: HTMLElement): [number, number] => {
    const { left, top, width, height } = box.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(here);
  let found: HTMLElement | undefined;
  let least = Infinity;
  for (const box of boxes) {
    const [bx, by] = middle(box);
    const along = (bx - x) * right + (by - y) * down;
    const aside = Math.abs((bx - x) * down) + Math.abs((by - y) * right);
    const distance = along + 3 * aside;
    if (along > 4 && distance < least && (down === 0 || aside < 20)) [found, least] = [box, distance];
  }
  return found ?? (down === 0 ? undefined : boxes[boxes.indexOf(here) + down]);
}
