// The page that proves the dice of a finished match: the commitment and every roll are computed again here, from what
// the page shows, row by row. Loaded on that page only.
import { type Hashes, hex, roll, unhex } from "./fair/rolls";
import { hmac, sha256 } from "./fair/sha256";

interface Facts {
  method: string;
  match: string;
  commitment: string;
  seed: string;
  salts: string[];
  faces: number;
}

// Where a page came by plain http, a browser has no `crypto.subtle`.
const web = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;

const own: Hashes = {
  sha256: (data) => Promise.resolve(sha256(data)),
  hmac: (key, data) => Promise.resolve(hmac(key, data)),
};

function lent(subtle: SubtleCrypto): Hashes {
  const name = "SHA-256";
  return {
    sha256: async (data) => new Uint8Array(await subtle.digest(name, data as BufferSource)),
    hmac: async (key, data) => {
      const made = await subtle.importKey("raw", key as BufferSource, { name: "HMAC", hash: name }, false, ["sign"]);
      return new Uint8Array(await subtle.sign("HMAC", made, data as BufferSource));
    },
  };
}

const verdict = document.getElementById("verdict");
const word = (name: string): string => verdict?.dataset[name] ?? "";

function mark(place: Element | null, good: boolean): void {
  if (!place) return;
  place.textContent = `${good ? "✓" : "✗"} ${word(good ? "agrees" : "differs")}`;
  place.classList.add(good ? "good" : "bad");
}

function say(sentence: string, how: string): void {
  const [line, hint] = [document.getElementById("verdict-line"), document.getElementById("verdict-how")];
  if (line) line.textContent = sentence;
  if (hint) hint.textContent = how;
}

const shown = (row: HTMLElement, selector: string): string => row.querySelector(selector)?.textContent?.trim() ?? "";

async function check(table: HTMLTableElement): Promise<void> {
  const hashes = web ? lent(web) : own;
  const { commitment, seed: digits, ...facts } = JSON.parse(table.dataset["facts"] ?? "{}") as Facts;
  const seed = unhex(digits);
  const digest = seed ? hex(await hashes.sha256(seed)) : "";
  const promised = digest === commitment && digits === document.getElementById("seed")?.textContent;
  const place = document.getElementById("recomputed");
  if (place) place.textContent = digest;
  mark(document.getElementById("commitment-mark"), promised);
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  let good = 0;
  for (const [k, row] of rows.entries()) {
    const recorded = shown(row, ".faces");
    const count = recorded.split(/\s+/).length;
    const faces = seed ? (await roll({ ...facts, seed }, k, count, hashes)).join(" ") : "";
    const again = row.querySelector(".calculated");
    if (again) again.textContent = faces;
    const agrees = recorded === faces && shown(row, ".k") === String(k);
    if (agrees) good += 1;
    row.classList.toggle("wrong", !agrees);
    mark(row.querySelector(".mark"), agrees);
  }
  const right = promised && good === rows.length;
  verdict?.classList.add(right ? "proved" : "refuted");
  const sentence = right ? "good" : promised ? "bad" : "seed";
  const numbers = { good, bad: rows.length - good, all: rows.length };
  const told = Object.entries(numbers).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), word(sentence));
  say(told, word(web ? "web" : "own"));
}

const table = document.querySelector<HTMLTableElement>("#proof[data-facts]");
if (table) {
  say(word("busy"), "");
  void check(table);
}
