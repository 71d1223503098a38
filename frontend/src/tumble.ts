// A roll: the dice leave the cloth with the tap, tumble until the server has told their faces, and land on them.
// Only transforms move, so nothing is laid out anew. Where things are to stand still, the faces change in place.
import { slots } from "./dice";
import { after, signal, still } from "./signals";

const AIR = 230; // ms that dice are in the air at least
const LANDING = 260; // ms from the air to rest, for the first die
const SPREAD = 140; // ms between the first die at rest and the last
const GLIDE = 260; // ms for dice to get to the rail
const TURN = 75; // ms that a face shows in the air

interface Flight {
  bone: SVGElement;
  place: number;
  spin: Animation | undefined;
  way: number; // 1 or -1: which way it turns
}

let flights: Flight[] = [];
let from = 0;
let turning: number | undefined;

export const tumbling = (): boolean => flights.length > 0;

const between = (low: number, high: number): number => low + Math.random() * (high - low);

// Drawn faces of the game's die, from one on.
const faces = (): Element[] => [
  ...(document.querySelector<HTMLTemplateElement>("#faces")?.content.children ?? []),
];

function draw(bone: Element, face: Element | undefined): void {
  if (face) bone.replaceChildren(...[...face.childNodes].map((part) => part.cloneNode(true)));
}

// Throws the dice that are not held.
export function toss(): void {
  if (tumbling()) return;
  from = performance.now();
  flights = slots().flatMap((slot, place) => {
    const bone = slot.querySelector<SVGElement>(".bone");
    if (!bone || slot.classList.contains("held")) return [];
    return [{ bone, place, way: Math.random() < 0.5 ? 1 : -1, spin: undefined }];
  });
  air();
  signal("rolling", { dice: flights.length });
  if (still()) return;
  for (const flight of flights) flight.spin = fly(flight);
  turning = window.setInterval(turn, TURN);
}

// Marks the table as one whose dice are in the air; what they gave before is no longer shown.
export function air(): void {
  const table = document.getElementById("table");
  table?.classList.toggle("rolling", tumbling());
  table?.toggleAttribute("aria-busy", false);
  if (tumbling()) table?.setAttribute("aria-busy", "true");
}

function fly({ bone, way }: Flight): Animation {
  const height = between(10, 20);
  const lean = between(70, 110) * way;
  const frames = [0, 1, 2, 3, 4].map((step) => ({
    transform: `translate(${between(-5, 5)}px, ${step === 0 ? 0 : -between(0.5, 1) * height}px) rotate(${step * lean}deg) scale(1.04)`,
  }));
  frames[0] = { transform: "none" };
  return bone.animate(frames, { duration: between(380, 460), iterations: Infinity, easing: "linear" });
}

function turn(): void {
  const drawn = faces();
  for (const { bone } of flights) draw(bone, drawn[Math.floor(Math.random() * drawn.length)]);
}

// Lets them land on the faces of a page that the server sent (or on none, where it sent other news).
export async function land(page: Element | null): Promise<void> {
  const landing = flights;
  const found = (place: number): Element | null => page?.querySelector(`#die-${place + 1}:not(.blank) .bone`) ?? null;
  if (!still()) await after(Math.max(0, from + AIR - performance.now()));
  window.clearInterval(turning);
  turning = undefined;
  const gap = landing.length > 1 ? SPREAD / (landing.length - 1) : 0;
  await Promise.all(landing.map((flight, index) => touchDown(flight, found(flight.place), index * gap)));
  flights = [];
  air();
  signal("settled");
}

async function touchDown(flight: Flight, face: Element | null, wait: number): Promise<void> {
  const { bone, spin, way, place } = flight;
  if (!spin || still()) {
    spin?.cancel();
    draw(bone, face ?? undefined);
    signal("landed", { place });
    return;
  }
  const now = getComputedStyle(bone).transform;
  const length = LANDING + wait;
  const rest = bone.animate(
    [
      { transform: now },
      { transform: `translateY(-9px) rotate(${-150 * way}deg)`, offset: 0.35, easing: "ease-in" },
      { transform: `translateY(2px) rotate(${9 * way}deg) scale(0.97)`, offset: 0.74, easing: "ease-out" },
      { transform: `rotate(${-3 * way}deg)`, offset: 0.88 },
      { transform: "none" },
    ],
    { duration: length },
  );
  spin.cancel();
  await after(length * 0.5);
  draw(bone, face ?? undefined);
  await Promise.race([rest.finished.catch(() => undefined), after(length * 0.5 + 60)]);
  rest.cancel();
  signal("landed", { place });
}

// Shows a roll that somebody else made, on a page that has it: the dice that stay go to the rail, the others fall.
export async function fall(page: HTMLElement): Promise<void> {
  const next = [...page.querySelectorAll("#dice-row .slot")];
  const held = next.some((slot) => slot.classList.contains("held"));
  slots().forEach((slot, place) => slot.classList.toggle("held", next[place]?.classList.contains("held") ?? false));
  for (const die of document.querySelectorAll("#dice .die")) die.classList.remove("blank");
  if (held) await after(GLIDE);
  toss();
  await land(page);
}

// Ends it at once, wherever the dice are.
export function drop(): void {
  window.clearInterval(turning);
  turning = undefined;
  for (const { spin } of flights) spin?.cancel();
  flights = [];
  air();
}
