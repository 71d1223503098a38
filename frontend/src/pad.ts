// The score pad: dice that fell on a real table are tapped or typed. A tap on a face lays it where the next die is missing,
// a tap on a die takes it away; what was not taken away has stayed on the table, and the server hears that.
import { announce } from "./announce";

const form = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>("#entry:has(.taps)");
const typed = (): HTMLInputElement | null => document.querySelector<HTMLInputElement>("#typed");
const slots = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>("#entry .die")];

let dice: number[] = []; // by place; 0 where none lies
let stayed: Set<number> | undefined; // places of the dice that nobody took away; undefined where that is not known
let shownAt = "";

function begin(): void {
  const version = document.getElementById("table")?.dataset["version"] ?? "";
  if (!form()) {
    shownAt = "";
    return;
  }
  if (version !== shownAt) {
    dice = slots().map((slot) => Number(slot.dataset["face"]));
    stayed = dice.every(Boolean) ? new Set(dice.keys()) : undefined;
    shownAt = version;
    const field = typed();
    if (field) field.value = "";
  }
  show();
}

const nothingNew = (): boolean => stayed?.size === dice.length;

function show(): void {
  const faces = [...(document.querySelector<HTMLTemplateElement>("#faces")?.content.children ?? [])];
  const blank = document.querySelector<HTMLTemplateElement>("#no-face")?.content.firstElementChild;
  slots().forEach((slot, place) => {
    const face = dice[place] ?? 0;
    const drawn = face ? faces[face - 1] : blank;
    const bone = slot.querySelector(".bone");
    if (drawn && bone) bone.replaceChildren(...[...drawn.childNodes].map((part) => part.cloneNode(true)));
    slot.classList.toggle("blank", face === 0);
    slot.setAttribute("aria-label", label(slot, face));
    slot.disabled = face === 0;
  });
}

function label(slot: HTMLElement, face: number): string {
  const called = document.getElementById(`tap-${face}`)?.getAttribute("aria-label") ?? String(face);
  return (face ? slot.dataset["shows"]?.replace("{face}", called) : slot.dataset["empty"]) ?? "";
}

// The field holds what lies there, as if it had been typed.
function write(): void {
  const field = typed();
  if (field) field.value = nothingNew() ? "" : dice.filter(Boolean).join(dice.some((face) => face > 9) ? " " : "");
  show();
}

function add(face: number): void {
  if (nothingNew()) {
    dice = dice.map(() => 0);
    stayed = undefined;
  }
  const place = dice.indexOf(0);
  const slot = slots()[place];
  if (place < 0 || !slot) return;
  dice[place] = face;
  write();
  announce(label(slot, face));
}

function take(slot: HTMLButtonElement): void {
  const place = Number(slot.dataset["place"]);
  dice[place] = 0;
  stayed?.delete(place);
  write();
  announce(label(slot, 0));
}

document.addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>("#entry button, #print-button");
  if (!button || button.disabled) return;
  if (button.matches(".face")) add(Number(button.dataset["face"]));
  else if (button.matches(".die")) take(button);
  else if (button.id === "print-button") window.print();
});

document.addEventListener("input", (event) => {
  const field = event.target as HTMLInputElement;
  if (field.id !== "typed") return;
  const parts = field.value.match(document.querySelectorAll("#entry .face").length > 9 ? /\d+/g : /\d/g) ?? [];
  const known = parts.map(Number).filter((face) => document.getElementById(`tap-${face}`));
  dice = dice.map((_, place) => known[place] ?? 0);
  stayed = undefined;
  show();
});

// What stayed is told where it is known, and all dice lie there.
document.addEventListener("formdata", (event) => {
  if ((event.target as Element).id !== "entry" || !stayed || nothingNew() || dice.includes(0)) return;
  (event as FormDataEvent).formData.set("kept", [...stayed].join(","));
});

// A digit is a face, wherever the focus is; Backspace takes the last die away.
export function digit(key: string): boolean {
  const face = document.querySelector<HTMLButtonElement>(`#tap-${key}`);
  face?.click();
  return face !== null || document.getElementById("entry") !== null;
}

export function erase(): boolean {
  const last = slots().filter((slot) => !slot.disabled).pop();
  last?.click();
  return last !== undefined;
}

export function enter(): boolean {
  const entry = form();
  if (!entry || nothingNew() || !dice.some(Boolean)) return false;
  entry.requestSubmit();
  return true;
}

function printable(): void {
  const button = document.getElementById("print-button");
  if (button) button.hidden = false;
}

document.addEventListener("regatta:shown", () => {
  begin();
  printable();
});
begin();
printable();
