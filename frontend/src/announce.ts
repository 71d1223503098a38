// What a screen reader hears: one polite region outside of what moves replace, one sentence at a time, in order.
const BETWEEN = 200; // ms that a sentence stays before the next one takes its place

const queue: string[] = [];
let free = 0; // from when on the region may change
let timer: number | undefined;

export function announce(sentence: string | undefined): void {
  if (!sentence) return;
  queue.push(sentence);
  if (timer === undefined) speak();
}

function speak(): void {
  timer = undefined;
  const wait = free - performance.now();
  if (wait > 0) {
    timer = window.setTimeout(speak, wait);
    return;
  }
  const sentence = queue.shift();
  const live = document.getElementById("live");
  if (sentence === undefined || !live) return;
  if (live.textContent === sentence) live.textContent = ""; // said again on purpose: it has to change to be heard
  live.textContent = sentence;
  free = performance.now() + BETWEEN;
  if (queue.length > 0) timer = window.setTimeout(speak, BETWEEN);
}

// ------------------------------------------------------------------------------------------- news of a fragment

const table = (): HTMLElement | null => document.getElementById("table");
let said = table()?.dataset["say"] ?? "";
let why = reason();

function reason(): string {
  return document.getElementById("why")?.textContent?.trim() ?? "";
}

// Says what the page that has just come brings; `heard` is what of it was said while it was being shown.
export function news(heard?: string): void {
  const shown = table()?.dataset;
  const sentence = shown?.["say"] ?? "";
  const because = reason();
  if (sentence !== said && sentence !== heard) announce(sentence);
  if (because && (because !== why || sentence !== said)) announce(because);
  if (heard !== undefined) announce(shown?.["next"]);
  said = sentence;
  why = because;
}

// How things stand, for who asks: what to do, the dice, the totals.
export function standing(): void {
  const dice = [...document.querySelectorAll("#dice .die")].map((die) => die.getAttribute("aria-label"));
  const parts = [
    document.getElementById("dock-title") ?? document.getElementById("result-title"),
    ...[dice.length > 0 ? dice.join("; ") : null, table()?.dataset["standing"] ?? null],
  ].map((part) => (typeof part === "string" ? part : part?.textContent?.trim()));
  announce(parts.filter(Boolean).map((part) => part?.replace(/\.?$/, ".")).join(" "));
}
