// The connection of the table. A move that gets no answer is sent again, the same with the same key, until there is
// one: the server applies it once. Meanwhile the page says so in words, and shows the table as the server last told it.
// Tabs that show one match tell each other when it has moved on; a page that comes into view again asks.
//
// Events on `document`: `regatta:lost` and `regatta:found` for whoever animates, `regatta:news` with a page for who shows it.
import { match, shownVersion } from "./news";
import { replaying } from "./replay";
import { tumbling } from "./tumble";

const PATIENCE = 12_000; // ms that one attempt waits for its answer
const SLOW = 3_000; // ms after which a move that waits is spoken of
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000]; // ms between attempts; the last again and again
const CHEER = 3_000; // ms that "the connection is back" stays
const AWAY = new Set([502, 503, 504]); // a server in between says that ours is not there, or ours is not ready

let lost = false;
let moves = 0; // moves that wait for their answer
let looks = 0; // at the table, since the connection was lost
let next: number | undefined; // timer of the next look at the table
let cheer: number | undefined;
let wake: (() => void)[] = []; // attempts that pause

const table = (): HTMLElement | null => document.getElementById("table");

// ---------------------------------------------------------------------------------------------------------- words

function say(what: "lost" | "waiting" | "slow" | "found" | ""): void {
  const region = document.getElementById("connection");
  if (!region) return;
  window.clearTimeout(cheer);
  const sentence = what ? (region.dataset[what] ?? "") : "";
  if (region.textContent !== sentence) region.textContent = sentence;
  region.classList.toggle("back", what === "found");
  if (what === "found") cheer = window.setTimeout(() => say(""), CHEER);
}

function lose(): void {
  if (!lost) {
    lost = true;
    looks = 0;
    document.dispatchEvent(new CustomEvent("regatta:lost"));
  }
  say(moves > 0 ? "waiting" : "lost");
  look();
}

export function find(): void {
  if (!lost) return;
  lost = false;
  window.clearTimeout(next);
  next = undefined;
  say("found");
  document.dispatchEvent(new CustomEvent("regatta:found"));
}

// ---------------------------------------------------------------------------------------------------------- moves

// Fetch for a move: it comes back with an answer, however long that takes.
async function patiently(address: string, request: RequestInit): Promise<Response> {
  moves += 1;
  const slow = window.setTimeout(() => lost || say("slow"), SLOW);
  try {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await once(address, request).catch(() => undefined);
      if (answer && !AWAY.has(answer.status)) {
        if (lost) find();
        else say("");
        return answer;
      }
      request.signal?.throwIfAborted();
      lose();
      await pause(attempt);
    }
  } finally {
    window.clearTimeout(slow);
    moves -= 1;
  }
}

async function once(address: string, request: RequestInit): Promise<Response> {
  const attempt = new AbortController();
  const stop = (): void => attempt.abort();
  const timer = window.setTimeout(stop, PATIENCE);
  request.signal?.addEventListener("abort", stop);
  try {
    return await fetch(address, { ...request, signal: attempt.signal });
  } finally {
    window.clearTimeout(timer);
    request.signal?.removeEventListener("abort", stop);
  }
}

function pause(attempt: number): Promise<void> {
  return new Promise((done) => {
    window.setTimeout(done, length(attempt));
    wake.push(done);
  });
}

function length(attempt: number): number | undefined {
  return PAUSES[Math.min(attempt, PAUSES.length - 1)];
}

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = (event as CustomEvent).detail;
  if (ctx.request.method !== "POST") return;
  window.clearTimeout(ctx.requestTimeout); // patience ends with the page, not with a clock
  ctx.fetch = patiently;
});

// -------------------------------------------------------------------------------------------------------- looking

// Whether a move is being made or shown: its own answer shows the table as it is.
const busy = (): boolean => moves > 0 || tumbling() || replaying();

// Asks what has happened since the page was drawn.
export async function refresh(): Promise<void> {
  const shown = table();
  if (!match || !shown || busy()) return;
  const query = new URLSearchParams(location.search);
  query.set("since", String(shownVersion()));
  const address = `${match}/news?${query}`;
  const answer = await once(address, { headers: { "HX-Request": "true" }, cache: "no-store" }).catch(() => undefined);
  if (!answer || AWAY.has(answer.status)) {
    lose();
    return;
  }
  const text = await answer.text().catch(() => "");
  find();
  if (answer.ok && text) document.dispatchEvent(new CustomEvent("regatta:news", { detail: text }));
}

// While the connection is lost, looks again and again; moves that wait do it themselves.
function look(): void {
  if (next !== undefined) return;
  next = window.setTimeout(() => {
    next = undefined;
    if (!lost) return;
    if (busy()) look();
    else void refresh();
  }, length(looks));
  looks += 1;
}

function hurry(): void {
  looks = 0;
  const paused = wake;
  wake = [];
  for (const done of paused) done();
  void refresh();
}

// ----------------------------------------------------------------------------------------------------------- tabs

const tabs = "BroadcastChannel" in window ? new BroadcastChannel("regatta.tables") : undefined;
let told = shownVersion();

function tell(): void {
  if (shownVersion() === told) return;
  told = shownVersion();
  tabs?.postMessage({ match: location.pathname, version: told });
}

if (table()) {
  window.addEventListener("offline", lose);
  window.addEventListener("online", hurry);
  window.addEventListener("pageshow", (event) => event.persisted && hurry());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && hurry());
  document.addEventListener("regatta:shown", tell);
  tabs?.addEventListener("message", ({ data }) => {
    if (data.match === location.pathname && data.version > shownVersion()) void refresh();
  });
  if (!navigator.onLine) lose();
}
