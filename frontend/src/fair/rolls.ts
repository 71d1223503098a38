// A roll of a match, recomputed as docs/fair-dice.md describes it to the byte.
export interface Hashes {
  sha256(data: Uint8Array): Promise<Uint8Array>;
  hmac(key: Uint8Array, data: Uint8Array): Promise<Uint8Array>;
}

export interface Dice {
  method: string; // the first field of every message
  match: string;
  salts: string[]; // one of each seat, empty where a seat added none
  seed: Uint8Array;
  faces: number;
}

const number = (value: number, size: number): Uint8Array => {
  const bytes = new Uint8Array(size);
  for (let at = size - 1, left = value; at >= 0; at -= 1, left = Math.floor(left / 256)) bytes[at] = left % 256;
  return bytes;
};

const text = (value: string): Uint8Array[] => {
  const bytes = new TextEncoder().encode(value);
  return [number(bytes.length, 4), bytes];
};

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// The faces of roll `k`, in the order of the thrown dice.
export async function roll(dice: Dice, k: number, count: number, hashes: Hashes): Promise<number[]> {
  const { method, match, salts, seed, faces } = dice;
  const head = [...text(method), ...text(match), number(salts.length, 4), ...salts.flatMap(text), number(k, 8)];
  const limit = 256 - (256 % faces); // a byte from here on would favour some faces: it is skipped
  const thrown: number[] = [];
  for (let block = 0; thrown.length < count; block += 1) {
    for (const byte of await hashes.hmac(seed, joined([...head, number(block, 4)]))) {
      if (byte < limit && thrown.length < count) thrown.push((byte % faces) + 1);
    }
  }
  return thrown;
}

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export function unhex(digits: string): Uint8Array | undefined {
  if (!/^(?:[0-9a-f]{2})*$/.test(digits)) return undefined;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
