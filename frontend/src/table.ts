// The table: a tap moves a die at once and tells the server after; one press is one move; each roll is said once.
import htmx from "./htmx";

const SYNC_AFTER = 250; // ms of quiet before the holds are told to the server
const REST = 350; // ms after a move in which pressing the same again is no wish for another one

let waiting: number | undefined; // timer of the next sync
let sending: "" | "hold" | "move" = "";
let postponed: { form: string; button: HTMLButtonElement | null } | undefined; // a move pressed while holds were on their way
let local: string | undefined; // the holds as the player sees them, until the server has them
let moved = ""; // the form that made the last move, and until when it rests
let restUntil = 0;

const table = (): HTMLElement | null => document.getElementById("table");
const cloth = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>("#dice");
const dice = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>("#dice button.die")];

// Holds as the forms carry them: places from 0, ascending, with commas.
function held(): string {
  return dice()
    .filter((die) => die.getAttribute("aria-pressed") === "true")
    .map((die) => die.dataset["place"])
    .join(",");
}

function show(die: HTMLButtonElement, hold: boolean): void {
  die.setAttribute("aria-pressed", String(hold));
  die.setAttribute("aria-label", (hold ? die.dataset["labelHeld"] : die.dataset["labelFree"]) ?? "");
  die.parentElement?.classList.toggle("held", hold);
}

function showHolds(places: string): void {
  const wanted = new Set(places.split(","));
  for (const die of dice()) show(die, wanted.has(die.dataset["place"] ?? ""));
  carry();
}

// The roll form carries the holds too, and cannot throw no dice.
function carry(): void {
  const places = held();
  const field = document.querySelector<HTMLInputElement>("#roll input[name=held]");
  const button = document.querySelector<HTMLButtonElement>("#roll-button");
  if (field) field.value = places;
  const all = dice();
  if (button && Number(button.dataset["more"]) > 0 && all.length > 0) {
    button.disabled = all.every((die) => die.getAttribute("aria-pressed") === "true");
  }
}

function tellHolds(): void {
  waiting = undefined;
  const form = cloth();
  if (!form || sending || local === undefined) return;
  if (local === (form.dataset["held"] ?? "")) {
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
    moved = "";
    show(button, button.getAttribute("aria-pressed") !== "true");
    carry();
    local = held();
    window.clearTimeout(waiting);
    waiting = window.setTimeout(tellHolds, SYNC_AFTER);
  } else if (button.form?.hasAttribute("hx-post")) {
    const again = button.form.id === moved && performance.now() < restUntil;
    if (event.detail > 1 || again) event.preventDefault(); // the second half of a double click, or a key held down
  }
});

// A move waits for holds that are on their way: the page they return has the version that the move needs.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches("#roll, #sheet")) return;
    window.clearTimeout(waiting);
    waiting = undefined;
    if (sending) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (sending === "hold") {
        postponed = { form: form.id, button: (event as SubmitEvent).submitter as HTMLButtonElement | null };
      }
      return;
    }
    sending = "move";
    moved = form.id;
    local = undefined;
  },
  { capture: true },
);

document.addEventListener("htmx:finally:request", () => {
  const was = sending;
  sending = "";
  if (was === "move") restUntil = performance.now() + REST;
  const next = postponed;
  postponed = undefined;
  window.setTimeout(() => (next ? again(next) : after()), 0);
});

document.addEventListener("htmx:after:swap", () => {
  if (local !== undefined && cloth()) showHolds(local);
  else carry();
  say();
  reveal();
});

function again(next: { form: string; button: HTMLButtonElement | null }): void {
  const form = document.getElementById(next.form) as HTMLFormElement | null;
  const button = next.button?.isConnected ? next.button : null;
  form?.requestSubmit(button ?? undefined);
}

function after(): void {
  if (local !== undefined && waiting === undefined) waiting = window.setTimeout(tellHolds, 0);
}

// Where many play, the strip on top and the sheet show the seat in focus.
function reveal(): void {
  for (const [box, column] of [
    [".seats", ".seat.focus"],
    [".paper", "thead .focus"],
  ] as const) {
    const outer = document.querySelector<HTMLElement>(`#table ${box}`);
    const inner = outer?.querySelector<HTMLElement>(column);
    if (outer && inner) outer.scrollLeft = inner.offsetLeft - (outer.clientWidth - inner.offsetWidth) / 2;
  }
}

reveal();

// Screen readers hear what changed, once: the sentence comes with the page, the region stays.
let said = table()?.dataset["say"];

function say(): void {
  const live = document.getElementById("live");
  const sentence = table()?.dataset["say"];
  if (!live || !sentence || sentence === said) return;
  said = sentence;
  live.textContent = sentence;
}
