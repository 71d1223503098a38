// The stream of a match: the server tells what happens. Where it cannot be opened, or somebody between holds it back, the
// page asks again and again instead, less often the less happens. A tab that is hidden asks for nothing, unless it is to
// call its player.
import { away, called } from "./calls";
import { arrive } from "./arrivals";
import { find, refresh } from "./connection";
import { match, shownVersion } from "./news";

const OPENING = 8_000; // ms until the first message; it comes at once, where nobody between holds it back
const SILENCE = 40_000; // ms without a message (there is one every 15 s) after which nobody is at the other end
const AGAIN = 60_000; // ms after which a stream is tried again where it was refused or held back
const ASKS = [3_000, 5_000, 8_000, 12_000, 15_000]; // ms between questions; the last again and again
const SPREAD = 1_000; // ms over which pages ask that have lost their server at the same moment
const SLOTS = 3; // so many hidden tabs keep their streams: a browser has six connections for a site

const table = (): HTMLElement | null => document.getElementById("table");

let source: EventSource | undefined;
let watch: number | undefined; // timer: nothing was heard for too long
let asking: number | undefined; // timer of the next question
let again: number | undefined; // timer of the next try
let asks = 0;
let asked = 0; // version at the last question
let release: (() => void) | undefined; // gives a slot back

// ------------------------------------------------------------------------------------------------------- streaming

function open(): void {
  close();
  if (!match || !table()) return;
  if (!("EventSource" in window)) {
    ask();
    return;
  }
  source = new EventSource(`${match}/stream?since=${shownVersion()}`);
  for (const name of ["beat", "table", "look", "away", "reaction"]) source.addEventListener(name, hear);
  source.addEventListener("error", fail);
  expect(OPENING, instead);
}

export function close(): void {
  for (const timer of [watch, asking, again]) window.clearTimeout(timer);
  asking = undefined;
  source?.close();
  source = undefined;
}

function expect(patience: number, otherwise: () => void): void {
  window.clearTimeout(watch);
  watch = window.setTimeout(otherwise, patience);
}

function hear({ type, data }: MessageEvent<string>): void {
  expect(SILENCE, open);
  find();
  if (type === "table") arrive(data);
  else if (type === "look") void refresh();
  else if (type === "away") away(data);
  else if (type === "reaction") called(data);
}

// The browser opens it again by itself, unless the server refused it.
function fail(): void {
  if (source?.readyState === EventSource.CLOSED) instead();
  else window.setTimeout(() => void refresh(), Math.random() * SPREAD);
}

// ---------------------------------------------------------------------------------------------------------- asking

function instead(): void {
  close();
  ask();
  again = window.setTimeout(open, AGAIN);
}

function ask(): void {
  window.clearTimeout(asking);
  if (shownVersion() !== asked) asks = 0;
  asked = shownVersion();
  asking = window.setTimeout(() => void refresh().then(ask), ASKS[Math.min(asks, ASKS.length - 1)]);
  asks += 1;
}

// ---------------------------------------------------------------------------------------------------------- hiding

async function hide(): Promise<void> {
  const stays = (table()?.hasAttribute("data-plays") ?? false) && (await slot());
  if (!document.hidden) release?.();
  else if (!stays) close();
}

function show(): void {
  release?.();
  if (!source && asking === undefined) open();
}

// Takes one of the slots of all tabs, if one is free.
async function slot(): Promise<boolean> {
  if (!("locks" in navigator)) return false;
  for (let number = 0; number < SLOTS; number += 1) {
    const got = await new Promise<boolean>((tell) => {
      void navigator.locks.request(`regatta.stream.${number}`, { ifAvailable: true }, (lock) => {
        tell(lock !== null);
        return lock ? new Promise<void>((done) => (release = done)) : undefined;
      });
    });
    if (got) return true;
  }
  return false;
}

if (match && table()) {
  document.addEventListener("visibilitychange", () => (document.hidden ? void hide() : show()));
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", () => document.hidden || show());
}
