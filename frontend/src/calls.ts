// What players call to each other, and who is away: it comes by the stream, and nothing of it is kept.
import { announce } from "./announce";
import { still } from "./signals";

const SHOWN = 5_000; // ms that a call stays beside the name

const seatAt = (index: number): HTMLElement | undefined =>
  document.querySelectorAll<HTMLElement>("#strip .seat")[index];

function elements(text: string): HTMLElement[] {
  return [...new DOMParser().parseFromString(text, "text/html").body.querySelectorAll<HTMLElement>("[id], .reaction")];
}

export function away(text: string): void {
  for (const told of elements(text)) {
    const shown = document.getElementById(told.id);
    if (shown && shown.textContent !== told.textContent) shown.textContent = told.textContent;
  }
}

export function called(text: string): void {
  if (document.documentElement.dataset["calls"] === "no") return;
  for (const slip of elements(text)) {
    const seat = seatAt(Number(slip.dataset["seat"]));
    const layer = document.getElementById("calls");
    if (!seat || !layer) continue;
    for (const old of layer.querySelectorAll(`[data-seat="${slip.dataset["seat"]}"]`)) old.remove();
    const { left, width } = seat.getBoundingClientRect();
    slip.setAttribute("aria-hidden", "true");
    layer.append(slip);
    const half = slip.offsetWidth / 2;
    const middle = Math.min(Math.max(left + width / 2, half + 4), window.innerWidth - half - 4);
    slip.animate([{ translate: `${middle - half}px 0` }], { duration: 0, fill: "forwards" });
    if (!still()) slip.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 150 });
    announce(slip.dataset["say"]);
    window.setTimeout(() => slip.remove(), SHOWN);
  }
}

// A call is sent without leaving the page; its menu closes.
document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (form.id !== "call") return;
  event.preventDefault();
  const button = (event as SubmitEvent).submitter;
  void fetch(form.action, {
    method: "POST",
    headers: { "HX-Request": "true" },
    body: new URLSearchParams(new FormData(form, button) as unknown as Record<string, string>),
  }).catch(() => undefined);
  form.closest("details")?.removeAttribute("open");
});
