// The rules page: a step of the drawn track is told in words beside it, and a line of the model lights what it makes.
// Without this all of them are plain links to the same places.
const page = document.querySelector<HTMLElement>("[data-rules]");
const all = <T extends HTMLElement>(selector: string): T[] => (page ? [...page.querySelectorAll<T>(selector)] : []);

// ------------------------------------------------------------------------------------------------------ the track

const told = document.getElementById("told");

function tell(stop: HTMLElement): void {
  const words = document.getElementById(`at-${stop.dataset["path"]}`)?.querySelector(":scope > .step-words");
  if (!told || !words || stop.ariaCurrent) return;
  for (const other of all(".stop[aria-current]")) other.removeAttribute("aria-current");
  stop.setAttribute("aria-current", "step");
  told.replaceChildren(words.cloneNode(true));
}

if (told) {
  told.textContent = told.dataset["hint"] ?? "";
  told.hidden = false;
}

// ------------------------------------------------------------------------------------------------- how it is made

const opener = document.getElementById("made-open");
const closer = document.getElementById("made-close");
const lines = all<HTMLAnchorElement>("a.code-line");
const making = (): boolean => document.documentElement.classList.contains("making");

function dark(): void {
  for (const lit of all(".lit")) lit.classList.remove("lit");
}

// Lights parts wherever they are shown, and the lines that they come from.
function light(parts: string[]): HTMLElement | undefined {
  dark();
  const found = all("[data-path]").filter((each) => parts.includes(each.dataset["path"] ?? ""));
  for (const part of found) {
    part.classList.add("lit");
    const [file, first, last] = (part.dataset["lines"] ?? "").split(" ");
    for (let line = Number(first); line <= Number(last); line++) {
      document.getElementById(`line-${file}-${line}`)?.classList.add("lit");
    }
  }
  return found.find((part) => part.id === `at-${parts[0]}`);
}

function fromLine(line: HTMLAnchorElement): void {
  roving(line);
  const part = light((line.dataset["parts"] ?? "").split(" "));
  only(line);
  part?.scrollIntoView({ block: making() ? "center" : "nearest" });
}

// A line was chosen: it alone is lit among the lines, though what it makes may come from several.
function only(line: HTMLElement): void {
  for (const lit of all(".code li.lit")) lit.classList.toggle("lit", lit.contains(line));
  line.closest("li")?.classList.add("lit");
}

function fromPart(part: HTMLElement): void {
  light([part.dataset["path"] ?? ""]);
  const line = all(".code li.lit")[0];
  const file = line?.closest("details");
  if (file) file.open = true;
  line?.scrollIntoView({ block: "center" });
  const link = line?.querySelector<HTMLAnchorElement>("a.code-line");
  if (link) roving(link);
}

// One line at a time is in the order of the Tab key; arrows go to the others.
function roving(line: HTMLAnchorElement): void {
  for (const other of lines) other.tabIndex = other === line ? 0 : -1;
}

function open(on: boolean): void {
  document.documentElement.classList.toggle("making", on);
  opener?.setAttribute("aria-expanded", String(on));
  if (closer) closer.hidden = !on;
  if (!on) dark();
}

const neighbour: Record<string, (at: number) => number> = {
  ArrowDown: (at) => Math.min(at + 1, lines.length - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: () => lines.length - 1,
};

if (page) {
  if (opener) opener.hidden = false;
  if (lines[0]) roving(lines[0]);

  page.addEventListener("click", (event) => {
    const pressed = event.target as HTMLElement;
    const line = pressed.closest<HTMLAnchorElement>("a.code-line");
    const stop = pressed.closest<HTMLElement>(".stop");
    const source = pressed.closest<HTMLElement>(".source a");
    if (pressed.closest("#made-open")) {
      open(!making());
      if (making()) lines.find((each) => each.tabIndex === 0)?.focus({ preventScroll: true });
    } else if (pressed.closest("#made-close")) {
      open(false);
      opener?.focus();
    } else if (line) {
      event.preventDefault();
      open(true);
      fromLine(line);
    } else if (source) {
      event.preventDefault();
      open(true);
      const part = source.closest<HTMLElement>("[data-path]");
      if (part) fromPart(part);
    } else if (stop) {
      event.preventDefault();
      tell(stop);
      if (making()) fromPart(stop);
    } else if (making() && !pressed.closest("a, button, select, summary")) {
      const part = pressed.closest<HTMLElement>("[data-path]");
      if (part) fromPart(part);
    }
  });

  // Focus tells too, but only where it came by key: a tap tells by itself.
  page.addEventListener("focusin", (event) => {
    const stop = (event.target as HTMLElement).closest<HTMLElement>(".stop");
    if (!stop?.matches(":focus-visible")) return;
    tell(stop);
    if (making()) fromPart(stop);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && making()) {
      open(false);
      opener?.focus();
      return;
    }
    const at = lines.indexOf(event.target as HTMLAnchorElement);
    const line = at < 0 ? undefined : lines[neighbour[event.key]?.(at) ?? -1];
    if (!line) return;
    event.preventDefault();
    line.closest("details")?.setAttribute("open", "");
    line.focus();
    open(true);
    fromLine(line);
  });
}

export {};
