// What happens at the table, for whoever shows it or makes a sound of it (the events are listed in sound.ts).
export type Signal = "rolling" | "landed" | "settled" | "wrote" | "won";

export function signal(name: Signal, detail: Record<string, unknown> = {}): void {
  const table = document.getElementById("table") ?? document;
  table.dispatchEvent(new CustomEvent(`regatta:${name}`, { bubbles: true, detail }));
}

// Whether the guest wants things to stand still.
export function still(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function after(ms: number): Promise<void> {
  return new Promise((done) => void window.setTimeout(done, ms));
}
