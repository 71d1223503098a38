// The two moments that are celebrated, once and briefly: the most that any box can give, and the win.
import { after, signal } from "./signals";

const SHOWN = 1600; // ms

let told = document.getElementById("table")?.dataset["won"] !== undefined;

export async function cheer(word: string): Promise<void> {
  const slip = document.getElementById("cheer");
  const text = document.getElementById("cheer-word");
  if (!slip || !text) return;
  text.textContent = word;
  slip.hidden = false;
  await after(SHOWN);
  slip.hidden = true;
}

// The page is now one on which the guest has won, and was not before.
export function won(): void {
  const table = document.getElementById("table");
  const now = table?.dataset["won"] !== undefined;
  if (now && !told) {
    document.getElementById("result")?.classList.add("cheered");
    signal("won");
  }
  told = now;
}
