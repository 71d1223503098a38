// Focus stays where it was when the table is replaced; where that is gone, it goes to the next sensible thing.
let was = ""; // id of what had the focus before
let kind: "box" | "die" | "button" | "" = "";

const usable = (id: string): HTMLElement | null => {
  const found = document.getElementById(id);
  if (!found?.matches("button, a, summary, [tabindex]") || found.hidden) return null;
  return (found as HTMLButtonElement).disabled ? null : found;
};

export function remember(): void {
  const active = document.activeElement;
  if (!active?.closest("#table")) return;
  was = active.id;
  kind = active.matches(".pencil") ? "box" : active.matches(".die") ? "die" : active.matches("#dock button") ? "button" : "";
}

export function restore(): void {
  const active = document.activeElement as HTMLButtonElement | null;
  const lost = !active || active === document.body || active.hidden || active.disabled;
  if (was && kind && lost) next()?.focus({ preventScroll: kind !== "box" });
  was = "";
  kind = "";
}

function next(): HTMLElement | null {
  return (
    usable(was) ??
    usable("skip-button") ??
    usable("roll-button") ??
    document.querySelector<HTMLElement>("#sheet .pencil") ??
    document.getElementById("again-button")
  );
}
