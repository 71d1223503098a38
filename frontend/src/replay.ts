// What the bots did since the page before, shown at a pace one can follow, on that page: their dice on the cloth, what
// they keep on the rail, what they write in their column. The page that the server sent comes after, and is the truth.
import { announce, sentences } from "./announce";
import { mark } from "./marks";
import { after, signal } from "./signals";
import { land, toss } from "./tumble";

interface Turn {
  seat: number;
  status?: string; // "Ben rolls"
  rolls: { dice: number[]; held: number[] }[]; // all faces in the order of the table; places that stayed
  box: string;
  points: number;
  total: number;
}

const LOOK = 420; // ms to look at a roll
const GLIDE = 260; // ms for dice to get to the rail
const READ = 1100; // ms to read what was written

let hurry: (() => void) | undefined;
let skipped = false;

export const replaying = (): boolean => hurry !== undefined;

export function skip(): boolean {
  if (!hurry) return false;
  skipped = true;
  hurry();
  return true;
}

const byId = (id: string): HTMLElement | null => document.getElementById(id);
const atOnce = (): boolean => document.documentElement.dataset["bots"] === "at-once";

export function turnsOf(page: HTMLElement): Turn[] {
  try {
    return JSON.parse(page.dataset["steps"] || "[]") as Turn[];
  } catch {
    return [];
  }
}

// Shows the turns of the bots, one by one, and says each; gives how many sentences of the page were said so. The first
// one is about the player's own move, the next ones are about those turns.
export async function replay(page: HTMLElement): Promise<number> {
  const turns = turnsOf(page);
  if (turns.length === 0) return 0;
  const [own, ...said] = sentences(page);
  announce(own);
  skipped = atOnce();
  const skipping = new Promise<void>((done) => (hurry = done));
  const pause = (ms: number): Promise<unknown> => (skipped ? Promise.resolve() : Promise.race([after(ms), skipping]));
  begin(page);
  for (const [number, turn] of turns.entries()) {
    if (!skipped) await show(turn, pause);
    announce(said[number]);
    if (!skipped) {
      status(said[number] ?? "");
      write(turn);
      signal("wrote", { top: false });
      await pause(READ);
    }
  }
  hurry = undefined; // the button that skips leaves with the page that comes: until then it holds the focus
  return 1 + turns.length;
}

async function show(turn: Turn, pause: (ms: number) => Promise<unknown>): Promise<void> {
  mark(turn.seat, turn.seat);
  status(turn.status ?? "");
  clear();
  for (const roll of turn.rolls) {
    keep(roll.held);
    if (roll.held.length > 0) await pause(GLIDE);
    if (skipped) return;
    toss();
    await land(drawn(roll.dice));
    await pause(LOOK);
    if (skipped) return;
  }
}

// ----------------------------------------------------------------------------------------------------------- hands

// The player's own write in ink, nothing left in pencil, and the button that skips.
function begin(page: HTMLElement): void {
  const written = document.querySelector<HTMLElement>("#sheet .pencil.writing");
  const cell = written?.closest("td");
  if (cell) ink(cell, written?.textContent ?? "");
  for (const pencil of document.querySelectorAll("#sheet .pencil")) pencil.remove();
  const own = cell ? cell.cellIndex - 1 : -1;
  const total = page.querySelectorAll(".seat .total")[own]?.textContent;
  if (total) totals(own, total);
  byId("back")?.remove();
  byId("why")?.remove();
  for (const last of page.querySelectorAll<HTMLElement>("#table > table td.last")) others(last, page);
  buttons(true);
}

// What another person wrote before the bots moved.
function others(last: HTMLElement, page: HTMLElement): void {
  const seat = Number(last.id.split("-").at(-1)) - 1;
  if (turnsOf(page).some((turn) => turn.seat === seat)) return;
  const cell = byId(last.id);
  if (cell && !cell.querySelector(".ink")) ink(cell, last.textContent?.trim() ?? "");
  totals(seat, page.querySelectorAll(".seat .total")[seat]?.textContent ?? "");
}

export function buttons(playing: boolean): void {
  const [roll, skipper] = [byId("roll-button"), byId("skip-button")];
  if (!roll || !skipper) return;
  const focused = [document.body, roll, skipper].includes(document.activeElement as HTMLElement);
  byId("write-button")?.toggleAttribute("hidden", true);
  skipper.hidden = !playing;
  roll.hidden = playing;
  if (focused) (playing ? skipper : roll).focus({ preventScroll: true });
}

function status(sentence: string): void {
  const line = byId("dock-title");
  if (line) line.textContent = sentence;
}

function clear(): void {
  for (const slot of document.querySelectorAll("#dice .slot")) {
    slot.classList.remove("held");
    const die = slot.querySelector<HTMLButtonElement>(".die");
    die?.classList.add("blank");
    die?.removeAttribute("aria-pressed");
    if (die?.matches("button")) die.disabled = true;
  }
}

function keep(places: number[]): void {
  document.querySelectorAll("#dice .slot").forEach((slot, place) => {
    slot.classList.toggle("held", places.includes(place));
    if (places.length > 0) slot.querySelector(".die")?.classList.remove("blank");
  });
}

// What a page would show with these faces, as far as a landing asks for it.
function drawn(dice: number[]): Element {
  for (const die of document.querySelectorAll("#dice .die")) die.classList.remove("blank");
  const faces = document.querySelector<HTMLTemplateElement>("#faces")?.content.children;
  const page = document.createElement("div");
  dice.forEach((face, place) => {
    const die = document.createElement("span");
    die.id = `die-${place + 1}`;
    const bone = faces?.[face - 1]?.cloneNode(true);
    if (bone) die.append(bone);
    page.append(die);
  });
  return page;
}

function ink(cell: Element, text: string): void {
  const written = document.createElement("span");
  written.className = "ink";
  written.textContent = text;
  cell.replaceChildren(written);
  for (const last of document.querySelectorAll("#sheet td.last")) {
    if ((last as HTMLTableCellElement).cellIndex === (cell as HTMLTableCellElement).cellIndex) last.classList.remove("last");
  }
  cell.classList.add("last");
}

function write({ seat, box, points, total }: Turn): void {
  const row = byId(`line-${box}`)?.closest("tr");
  const cell = row?.cells[seat + 1];
  if (cell) ink(cell, String(points));
  totals(seat, String(total));
}

function totals(seat: number, total: string): void {
  const shown = document.querySelectorAll(".seat .total")[seat];
  if (shown) shown.textContent = total;
}
