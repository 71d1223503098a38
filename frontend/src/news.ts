// What moves have changed: the answer to a move, and a message of the stream, is a table in which only the parts that
// have changed stand (`data-since` tells the version that they were changed from). Each takes the place of the part of the
// page that has its id; the rest of the page stays as it is. What it cannot bring is drawn as a whole.
import htmx, { morph } from "./htmx";
import { mark } from "./marks";

// The address of the match whose table this page shows as it is played; undefined on any other page.
export const match = /^\/matches\/[^/]+$/.exec(location.pathname)?.[0];

const table = (): HTMLElement | null => document.getElementById("table");

export const versionOf = (page: Element | null | undefined): number =>
  Number((page as HTMLElement | null | undefined)?.dataset["version"] ?? 0);

export const shownVersion = (): number => versionOf(table());

export function read(text: string): HTMLElement | null {
  const page = new DOMParser().parseFromString(text, "text/html").getElementById("table");
  if (page) face(page);
  return page;
}

// The page has all faces already: dice that are sent only say which they show.
function face(page: HTMLElement): void {
  const faces = document.querySelector<HTMLTemplateElement>("#faces")?.content.children;
  for (const bone of page.querySelectorAll<SVGElement>("svg[data-face]")) {
    const drawn = faces?.[Number(bone.dataset["face"]) - 1];
    bone.replaceChildren(...[...(drawn?.childNodes ?? [])].map((part) => part.cloneNode(true)));
    delete bone.dataset["face"];
  }
}

export const isPart = (page: HTMLElement): boolean => page.dataset["since"] !== undefined;

// Whether the page that is shown is one that these parts bring up to date.
export const fits = (page: HTMLElement): boolean => !isPart(page) || Number(page.dataset["since"]) <= shownVersion();

export function putIn(page: HTMLElement): void {
  const shown = table();
  if (!shown) return;
  face(page);
  delete shown.dataset["steps"];
  for (const [name, value] of Object.entries(page.dataset)) if (name !== "since") shown.dataset[name] = value ?? "";
  shown.toggleAttribute("data-rolled", page.hasAttribute("data-rolled"));
  for (const part of [...page.querySelectorAll(":scope > [id], :scope > table th, :scope > table td")]) {
    const old = document.getElementById(part.id);
    if (!old) continue;
    const fragment = document.createDocumentFragment();
    fragment.append(part);
    morph(old, fragment, false);
  }
  for (const id of ["notice", "welcome"]) document.getElementById(id)?.remove();
  const asides = document.getElementById("asides");
  if (asides) htmx.process(asides);
  fill(shown);
  mark(Number(shown.dataset["focus"]), Number(shown.dataset["mover"]));
}

// The forms make the next move now.
function fill(shown: HTMLElement): void {
  for (const [name, value] of [
    ["version", shown.dataset["version"]],
    ["key", shown.dataset["key"]],
  ] as const) {
    for (const input of shown.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)) input.value = value ?? "";
  }
  for (const input of shown.querySelectorAll<HTMLInputElement>("form[data-acts]:not(#back) input[name=seat]")) {
    input.value = shown.dataset["mover"] ?? "";
  }
}
