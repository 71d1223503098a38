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
let said = table()?.dataset["version"];
let why = reason();
let advice = hint();

function reason(): string {
  return document.getElementById("why")?.textContent?.trim() ?? "";
}

// What the coach says, where it comes later than the answer to who asked.
function hint(): string {
  return document.getElementById("hint")?.textContent?.trim().replace(/\s+/g, " ") ?? "";
}

// The sentences that a page brings, one a line.
export function sentences(page: HTMLElement | null): string[] {
  return (page?.dataset["say"] ?? "").split("\n").filter(Boolean);
}

// Says what the page that has just come brings; so many of its sentences were `heard` while it was being shown.
export function news(heard: number): void {
  const now = table()?.dataset["version"];
  const [because, advised] = [reason(), hint()];
  const fresh = now !== said ? sentences(table()) : []; // dice that are only held bring no sentence
  fresh.slice(heard).forEach(announce);
  if (because && (because !== why || fresh.length > 0)) announce(because);
  if (advised && advised !== advice && now === said) announce(advised);
  said = now;
  why = because;
  advice = advised;
}

// How things stand, for who asks: what to do, the dice, the totals.
export function standing(): void {
  const dice = [...document.querySelectorAll("#dice .die, #entry .die")].map((die) => die.getAttribute("aria-label"));
  const parts = [
    document.getElementById("dock-title") ?? document.getElementById("result-title"),
    ...[dice.length > 0 ? dice.join("; ") : null, table()?.dataset["standing"] ?? null],
  ].map((part) => (typeof part === "string" ? part : part?.textContent?.trim()));
  announce(parts.filter(Boolean).map((part) => part?.replace(/\.?$/, ".")).join(" "));
}
