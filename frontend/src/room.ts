// What a room adds: sharing its link, the clock of a turn, slips that wait for their time, the next game, one tap to a room.
import { announce } from "./announce";

const TICK = 250; // ms between two looks at the clock
const SEEK = 5_000; // ms between two looks for the next game, or whether the seat has moved
const SOUGHT = 20 * 60_000; // ms after which nobody looks for it any more
const COPIED = 2_000; // ms that "Copied" stays

const table = (): HTMLElement | null => document.getElementById("table");

// ------------------------------------------------------------------------------------------------------ sharing

function offer(): void {
  const share = document.querySelector<HTMLElement>(".share");
  if (!share) return;
  const show = (id: string, can: boolean): void => {
    document.getElementById(id)?.toggleAttribute("hidden", !can);
  };
  show("copy-button", "clipboard" in navigator);
  show("share-button", "share" in navigator);
}

document.addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>("#copy-button, #share-button");
  const share = button?.closest<HTMLElement>(".share");
  const url = share?.dataset["link"];
  if (!button || !share || !url) return;
  if (button.id === "share-button") {
    void navigator.share({ url, title: document.title }).catch(() => undefined); // put away again
    return;
  }
  void navigator.clipboard.writeText(url).then(() => {
    const said = share.dataset["copied"] ?? "";
    const was = button.textContent;
    if (was === said) return;
    button.textContent = said;
    announce(said);
    window.setTimeout(() => (button.textContent = was), COPIED);
  });
});

// ------------------------------------------------------------------------------------------------------- moving

// The page with the ticket says so once the seat is played elsewhere.
async function follow(ticket: HTMLElement): Promise<void> {
  if (document.visibilityState === "visible") {
    const answer = await fetch(`${ticket.dataset["match"]}.json`, { cache: "no-store" }).catch(() => undefined);
    const told = answer?.ok ? ((await answer.json()) as { seats: { yours: boolean }[] }) : undefined;
    if (answer?.status === 403 || (told && !told.seats.some((seat) => seat.yours))) {
      location.reload();
      return;
    }
  }
  window.setTimeout(() => void follow(ticket), SEEK);
}

const ticket = document.getElementById("ticket");
if (ticket) window.setTimeout(() => void follow(ticket), SEEK);

// ------------------------------------------------------------------------------------------------------- clock

// How much the clock of the server is ahead of ours, by the first page that tells; later parts may have lain somewhere.
let ahead: number | undefined;
let warned = ""; // the deadline that was warned of

function shorten(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function tick(): void {
  const clock = document.getElementById("clock");
  const left = document.getElementById("clock-left");
  if (!clock || !left) return;
  ahead ??= Number(document.getElementById("clock-place")?.dataset["now"]) - Date.now();
  const deadline = clock.dataset["deadline"] ?? "";
  const ms = Math.max(0, Number(deadline) - Date.now() - ahead);
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 3600) {
    const text = shorten(seconds);
    if (left.textContent !== text) left.textContent = text;
  }
  const late = ms <= Number(clock.dataset["warns"] ?? 0);
  clock.classList.toggle("late", late);
  const warning = clock.dataset["warning"] ?? "";
  document.getElementById("warns")?.toggleAttribute("hidden", !late);
  if (late && warning && warned !== deadline) {
    warned = deadline;
    announce(warning);
  }
}

// ------------------------------------------------------------------------------------------------------- slips

let timer: number | undefined;

// A slip that is due later is shown then, unless the page has changed meanwhile.
function schedule(): void {
  window.clearTimeout(timer);
  const slip = document.getElementById("slip");
  if (!slip?.hidden) return;
  timer = window.setTimeout(() => slip.isConnected && slip.removeAttribute("hidden"), Number(slip.dataset["after"] ?? 0));
}

// --------------------------------------------------------------------------------------------------- next game

const since = performance.now();
let seeking = false;

async function seek(): Promise<void> {
  const place = document.getElementById("next-game");
  const address = place?.dataset["next"];
  seeking = Boolean(place?.hidden && address && performance.now() - since < SOUGHT);
  if (!seeking || !place || !address) return;
  if (document.visibilityState === "visible") {
    const answer = await fetch(address, { headers: { accept: "application/json" } }).catch(() => undefined);
    const next = answer?.ok ? ((await answer.json()) as { match: string | null }).match : null;
    if (next) {
      place.hidden = false;
      const link = place.querySelector("a");
      link?.setAttribute("href", `/matches/${next}`);
      announce(link?.textContent ?? "");
      seeking = false;
      return;
    }
  }
  window.setTimeout(() => void seek(), SEEK);
}

// ------------------------------------------------------------------------------------------------------ opening

// Pages that are the same for everybody hold no form: the form of the page behind the link is sent at once.
document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-online]");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  void openRoom(link.href);
});

async function openRoom(address: string): Promise<void> {
  const answer = await fetch(address).catch(() => undefined);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  const form = page?.querySelector<HTMLFormElement>("#online");
  if (!form) {
    location.assign(address);
    return;
  }
  form.hidden = true;
  document.body.append(document.importNode(form, true));
  document.querySelector<HTMLFormElement>("#online")?.requestSubmit();
}

// ------------------------------------------------------------------------------------------------------ unfolded

// What somebody has unfolded stays so when the page follows what others do.
const unfolded = new Set<string>();

document.addEventListener("click", (event) => {
  const fold = (event.target as Element).closest("#table summary")?.parentElement as HTMLDetailsElement | undefined;
  if (!fold?.id) return;
  if (fold.open) unfolded.delete(fold.id); // as it is before the click has its effect
  else unfolded.add(fold.id);
});

function unfold(): void {
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
}

// -------------------------------------------------------------------------------------------------------- pages

function shown(): void {
  unfold();
  offer();
  tick();
  schedule();
  if (!seeking) void seek();
}

document.addEventListener("regatta:shown", shown);
if (table()) {
  shown();
  window.setInterval(tick, TICK);
}
