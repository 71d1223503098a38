// The table: a tap acts at once and tells the server after; one press is one move; nothing shows before the dice lie.
import { news } from "./announce";
import { cheer, won } from "./cheer";
import * as choice from "./choose";
import { carry, held, hold, showHolds } from "./dice";
import * as focus from "./focus";
import htmx from "./htmx";
import "./keys";
import { isPart, putIn, read, shownVersion, versionOf } from "./news";
import { buttons, replay, replaying, skip } from "./replay";
import { signal } from "./signals";
import { air, drop, land, toss, tumbling } from "./tumble";

const SYNC_AFTER = 250; // ms of quiet before the holds are told to the server
const REST = 500; // ms after a press in which pressing the same again is no wish for another move
const MOVES = "#table form[hx-post]";

let waiting: number | undefined; // timer of the next sync
let leaving: HTMLFormElement | undefined; // the form whose move is sent now
let sending: "" | "hold" | "move" = "";
let postponed: { form: string; button: HTMLButtonElement | null } | undefined; // a move pressed while holds were on their way
let local: string | undefined; // the holds as the player sees them, until the server has them
let moved = ""; // the form that made the last move, and until when it rests
let restUntil = 0;
let heard = 0; // how many sentences of the page that comes were said already
let written = ""; // what is called out for the box that is being written; empty for most

const table = (): HTMLElement | null => document.getElementById("table");
const cloth = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>("#dice");
const busy = (): boolean => sending === "move" || tumbling() || replaying();

// Whether a move of one's own is on its way, and when it has come back.
export const moving = (): boolean => sending !== "" || postponed !== undefined;
export async function atRest(): Promise<void> {
  while (moving()) await new Promise((done) => document.addEventListener("regatta:rest", done, { once: true }));
}

// ----------------------------------------------------------------------------------------------------------- holds

function tellHolds(): void {
  waiting = undefined;
  const form = cloth();
  if (!form || sending || local === undefined) return;
  if (local === (document.getElementById("dice-row")?.dataset["held"] ?? "")) {
    local = undefined;
    return;
  }
  sending = "hold";
  const values = Object.fromEntries(new FormData(form).entries());
  void htmx.ajax("POST", form.action, {
    target: "#table",
    swap: "outerMorph",
    source: form,
    values: { ...values, held: local },
  });
}

document.addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>("#table button");
  if (!button || button.disabled) return;
  if (button.matches("#dice button.die")) {
    event.preventDefault();
    if (busy()) return;
    moved = "";
    hold(button, button.getAttribute("aria-pressed") !== "true");
    carry();
    local = held();
    window.clearTimeout(waiting);
    waiting = window.setTimeout(tellHolds, SYNC_AFTER);
  } else if (button.matches("#entry [type=button]:not(#write-button)")) moved = ""; // other dice: another move
  else if (button.id === "skip-button") skip();
  else if (button.form?.hasAttribute("hx-post")) pressed(button, event);
});

// ----------------------------------------------------------------------------------------------------------- moves

function pressed(button: HTMLButtonElement, event: MouseEvent): void {
  const again = button.form?.id === moved && performance.now() < restUntil;
  if (busy() || again) event.preventDefault(); // during the tumble, the second half of a double click, a key held down
  else if (button.matches(".pencil") && choice.confirms() && !choice.isChosen(button)) {
    event.preventDefault();
    choice.choose(button);
  } else if (event.detail > 1 && (!button.matches(".pencil") || choice.justNow())) event.preventDefault();
}

document.addEventListener("input", (event) => {
  if ((event.target as Element).closest("#entry")) moved = "";
});

// A move waits for holds that are on their way: the page they return has the version that the move needs.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches(MOVES)) return;
    if (form === leaving) {
      leaving = undefined;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    window.clearTimeout(waiting);
    waiting = undefined;
    if (busy() || postponed) return;
    const button = (event as SubmitEvent).submitter as HTMLButtonElement | null;
    moved = form.id;
    restUntil = performance.now() + REST;
    if (sending === "hold") postponed = { form: form.id, button };
    else sending = "move";
    press(form, button);
    if (sending === "move") painted(() => send(form.id, button));
  },
  { capture: true },
);

// The press is seen before anything else is done about it.
function painted(next: () => void): void {
  if (document.hidden) next();
  else requestAnimationFrame(() => window.setTimeout(next, 0));
}

function send(id: string, button: HTMLButtonElement | null): void {
  const form = document.getElementById(id) as HTMLFormElement | null;
  local = undefined;
  if (!form) {
    drop();
    rest();
    return;
  }
  sending = "move";
  leaving = form;
  form.requestSubmit(button?.isConnected ? button : undefined);
  if (leaving !== form) return;
  leaving = undefined; // the form would not go
  rest();
}

function rest(): void {
  sending = "";
  if (!moving()) document.dispatchEvent(new CustomEvent("regatta:rest"));
}

// What a press shows before anybody has answered.
function press(form: HTMLFormElement, button: HTMLButtonElement | null): void {
  choice.unchoose();
  if (form.id === "roll") toss();
  if (button?.matches(".pencil")) {
    written = button.dataset["cheer"] ?? "";
    button.classList.add("writing");
  }
}

// The answer waits until what happened has been shown.
document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = (event as CustomEvent).detail;
  const form = ctx.sourceElement as Element | undefined;
  if (sending !== "move" || !form?.matches(MOVES)) return;
  const send = ctx.fetch;
  ctx.fetch = async (address: string, request: RequestInit) => {
    const answer: Response = await send(address, request);
    await unveil(answer.clone(), form.id);
    return answer;
  };
});

async function unveil(answer: Response, act: string): Promise<void> {
  const text = await answer.text();
  const page = read(text);
  if (tumbling()) await land(page);
  if (!answer.ok) written = "";
  if (page && answer.ok && act === "sheet") {
    const called = written;
    if (called) void cheer(called);
    signal("wrote", { top: called !== "" });
    written = "";
    heard = await replay(page);
  }
}

document.addEventListener("htmx:finally:request", () => {
  const was = sending;
  sending = "";
  if (was === "move") {
    if (tumbling()) drop();
    if (document.querySelector("#skip-button:not([hidden])")) buttons(false);
  }
  const next = postponed;
  postponed = undefined;
  window.setTimeout(() => {
    if (next) send(next.form, next.button);
    else {
      after();
      rest();
    }
  }, 0);
});

function after(): void {
  if (local !== undefined && waiting === undefined) waiting = window.setTimeout(tellHolds, 0);
}

// ----------------------------------------------------------------------------------------------------------- pages

document.addEventListener("htmx:before:swap", (event) => {
  const { tasks } = (event as CustomEvent).detail;
  const page = tasks?.[0]?.fragment?.querySelector?.("#table") as HTMLElement | null;
  focus.remember();
  if (!page) return;
  if (table()?.hasAttribute("data-film")) return; // a film goes back as well
  if (versionOf(page) < shownVersion()) event.preventDefault(); // another answer was quicker
  else if (isPart(page)) {
    event.preventDefault();
    if (versionOf(page) > shownVersion()) putIn(page);
    shown();
  }
});

document.addEventListener("htmx:after:swap", shown);

// The page shows another version than before.
function shown(): void {
  if (!table()) return;
  if (local !== undefined && cloth()) showHolds(local);
  else carry();
  if (tumbling()) air();
  choice.show();
  news(heard);
  heard = 0;
  won();
  focus.restore();
  reveal();
  document.dispatchEvent(new CustomEvent("regatta:shown"));
}

// Shows a page that the server sent without being asked; so many of its sentences were `said` meanwhile.
export async function show(page: HTMLElement, text: string, said: number): Promise<void> {
  heard = said;
  const target = table();
  if (!isPart(page)) {
    if (target) await htmx.swap({ text, target, swap: "outerMorph", sourceElement: target });
    return;
  }
  focus.remember();
  putIn(page);
  shown();
}

// Where many play, the strip on top and the sheet show the seat in focus; the next open box is in sight.
function reveal(): void {
  for (const [box, column] of [
    [".seats", ".seat.focus"],
    [".paper", "thead .focus"],
  ] as const) {
    const outer = document.querySelector<HTMLElement>(`#table ${box}`);
    const inner = outer?.querySelector<HTMLElement>(column);
    if (outer && inner) outer.scrollLeft = inner.offsetLeft - (outer.clientWidth - inner.offsetWidth) / 2;
  }
  const pad = document.getElementById("pad");
  const boxes = [...document.querySelectorAll<HTMLElement>("#sheet .pencil")];
  if (!pad || boxes.length === 0 || pad.scrollHeight <= pad.clientHeight) return;
  const { top, bottom } = pad.getBoundingClientRect();
  const seen = boxes.some((box) => box.getBoundingClientRect().top >= top && box.getBoundingClientRect().bottom <= bottom);
  if (!seen) boxes[0]?.scrollIntoView({ block: "nearest" });
}

reveal();
