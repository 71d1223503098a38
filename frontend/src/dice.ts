// The dice that lie there: which are held, as the player sees it before the server knows.
export const dice = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>("#dice button.die")];
export const slots = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("#dice .slot")];

// Holds as the forms carry them: places from 0, ascending, with commas.
export function held(): string {
  return dice()
    .filter((die) => die.getAttribute("aria-pressed") === "true")
    .map((die) => die.dataset["place"])
    .join(",");
}

export function hold(die: HTMLButtonElement, wanted: boolean): void {
  die.setAttribute("aria-pressed", String(wanted));
  die.setAttribute("aria-label", (wanted ? die.dataset["labelHeld"] : die.dataset["labelFree"]) ?? "");
  die.parentElement?.classList.toggle("held", wanted);
}

export function showHolds(places: string): void {
  const wanted = new Set(places.split(","));
  for (const die of dice()) hold(die, wanted.has(die.dataset["place"] ?? ""));
  carry();
}

// The roll form carries the holds too, and cannot throw no dice.
export function carry(): void {
  const field = document.querySelector<HTMLInputElement>("#roll input[name=held]");
  const button = document.querySelector<HTMLButtonElement>("#roll-button");
  if (field) field.value = held();
  const all = dice().filter((die) => !die.disabled); // another's dice are only looked at
  if (button && Number(button.dataset["more"]) > 0 && all.length > 0) {
    button.disabled = all.every((die) => die.getAttribute("aria-pressed") === "true");
  }
}
