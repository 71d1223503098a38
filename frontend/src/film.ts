// The replay page as a film: its links become steps without a new page, dice tumble on the way, and it plays by itself.
// The address follows, so that it is always a link to what is seen. Without this the same links lead to the same steps.
import htmx from "./htmx";
import { after } from "./signals";
import { drop, fall, tumbling } from "./tumble";

const PAUSE = 1_400; // ms to look at a step while it plays
const TUMBLE = "regatta.tumble";

const table = (): HTMLElement | null => document.querySelector<HTMLElement>("#table[data-film]");
const way = (name: string): string | undefined =>
  document.querySelector<HTMLAnchorElement>(`#film-${name}`)?.getAttribute("href") ?? undefined;

let playing = false;
let asked = 0; // counts the steps that were asked for: a slow answer to an old one is dropped
let tumble = sessionStorage.getItem(TUMBLE) !== "no";

async function fetched(address: string): Promise<string | undefined> {
  const answer = await fetch(address, { headers: { "HX-Request": "true" }, cache: "no-store" }).catch(() => undefined);
  return answer?.ok ? answer.text() : undefined;
}

// Shows another step; says whether it did.
async function go(address: string, forward: boolean): Promise<boolean> {
  const mine = (asked += 1);
  const shown = table();
  const text = await fetched(address);
  if (mine !== asked || !shown) return false;
  if (text === undefined) {
    location.assign(address);
    return false;
  }
  if (tumbling()) drop();
  const page = new DOMParser().parseFromString(text, "text/html").querySelector<HTMLElement>("#table");
  if (page && forward && tumble && page.hasAttribute("data-rolled")) await fall(page);
  if (mine !== asked) return false;
  await htmx.swap({ text, target: shown, swap: "outerMorph", sourceElement: shown });
  history.replaceState(null, "", address);
  document.querySelector("#history [aria-current=step]")?.scrollIntoView({ block: "nearest" });
  show();
  return true;
}

// ----------------------------------------------------------------------------------------------------------- playing

async function play(): Promise<void> {
  if (!way("on") && way("first")) await go(way("first") as string, false);
  playing = true;
  show();
  while (playing) {
    const address = way("on");
    if (!address || !(await go(address, true))) break;
    await after(PAUSE);
  }
  playing = false;
  show();
}

function stop(): void {
  playing = false;
  show();
}

function show(): void {
  const button = document.querySelector<HTMLElement>("#film-play");
  const box = document.querySelector<HTMLInputElement>("#film-tumble");
  table()?.classList.toggle("playing", playing);
  if (box) box.checked = tumble;
  if (!button) return;
  button.dataset["go"] ??= button.getAttribute("aria-label") ?? "";
  button.setAttribute("aria-label", (playing ? button.dataset["stop"] : button.dataset["go"]) ?? "");
}

function step(name: string): void {
  const address = way(name);
  stop();
  if (address) void go(address, name === "on");
}

const KEYS: Record<string, string> = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
const ELSEWHERE = "input, select, textarea, button, summary";

if (table()) {
  document.addEventListener("click", (event) => {
    const pressed = event.target as Element;
    const link = pressed.closest<HTMLAnchorElement>("#table a[href]");
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (pressed.closest("#film-play")) {
      if (playing) stop();
      else void play();
    } else if (link && link.pathname === location.pathname && link.search) {
      event.preventDefault();
      stop();
      void go(link.pathname + link.search, link.id === "film-on");
    }
  });
  document.addEventListener("change", (event) => {
    const box = event.target as HTMLInputElement;
    if (box.id !== "film-tumble") return;
    tumble = box.checked;
    sessionStorage.setItem(TUMBLE, tumble ? "yes" : "no");
  });
  document.addEventListener("keydown", (event) => {
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const name = KEYS[event.key];
    if (name && !target.closest("input, select, textarea")) {
      event.preventDefault();
      step(name);
    } else if (event.key === " " && !target.closest(ELSEWHERE) && !event.repeat) {
      event.preventDefault();
      if (playing) stop();
      else void play();
    }
  });
  show();
}
