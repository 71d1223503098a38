// Pages that come without a move of one's own, from the stream or by asking: each waits until what is being shown has been
// shown, and is then shown itself: dice fall, bots move. What is older than the page is dropped; a gap is asked about.
import { refresh } from "./connection";
import { fits, read, shownVersion, versionOf } from "./news";
import { replay } from "./replay";
import { atRest, show } from "./table";
import { fall } from "./tumble";

const queue: { page: HTMLElement; text: string }[] = [];
let showing = false;

export function arrive(text: string): void {
  const page = read(text);
  if (!page) return;
  queue.push({ page, text });
  void next();
}

async function next(): Promise<void> {
  if (showing) return;
  showing = true;
  let gap = false;
  for (let first = queue.shift(); first; first = queue.shift()) {
    await atRest();
    const { page, text } = first;
    if (versionOf(page) <= shownVersion()) continue;
    gap = !fits(page);
    if (gap) continue;
    if (document.getElementById("table")?.hasAttribute("data-waiting") !== page.hasAttribute("data-waiting")) {
      location.reload(); // a room whose match has begun is another page
      return;
    }
    const heard = document.hidden || queue.length > 0 ? 0 : await play(page);
    if (versionOf(page) > shownVersion()) await show(page, text, heard);
  }
  showing = false;
  if (gap) void refresh();
}

// Shows what happened; gives how many sentences of the page were said meanwhile.
async function play(page: HTMLElement): Promise<number> {
  if (page.hasAttribute("data-rolled")) {
    await fall(page);
    return 0;
  }
  return replay(page);
}

document.addEventListener("regatta:news", (event) => arrive((event as CustomEvent<string>).detail));
