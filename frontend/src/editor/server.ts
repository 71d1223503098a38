// Asks the server what it makes of the text: a while after the last key, one question at a time, and again by itself where
// the server has no time for it.
import type { Fault } from "./faults";

export interface Answer {
  ok: boolean;
  faults: Fault[];
  preview: string;
}

interface Refusal {
  error?: { message?: string };
}

// `refused` gets the sentence of the server, or nothing where none came.
export interface Listener {
  asked(): void;
  heard(answer: Answer, text: string): void;
  refused(sentence: string): void;
}

const QUIET = 300; // ms without a key before the server is asked
const AGAIN = 5; // seconds until it is asked again where nobody says when
const LONGEST = 120;

export class Server {
  private readonly url: string;
  private readonly token: string;
  private readonly listener: Listener;
  private timer: number | undefined;
  private asking: AbortController | undefined;

  constructor(url: string, token: string, listener: Listener) {
    this.url = url;
    this.token = token;
    this.listener = listener;
  }

  ask(text: string, after = QUIET): void {
    window.clearTimeout(this.timer);
    this.asking?.abort();
    this.timer = window.setTimeout(() => void this.now(text), after);
  }

  private async now(text: string): Promise<void> {
    const asking = (this.asking = new AbortController());
    this.listener.asked();
    try {
      const answer = await fetch(this.url, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify({ token: this.token, text }),
        signal: asking.signal,
      });
      const told = (await answer.json()) as Answer | Refusal;
      if ("faults" in told) {
        this.listener.heard(told, text);
        return;
      }
      this.listener.refused(told.error?.message ?? "");
      const busy = answer.status === 429 || answer.status >= 500;
      if (busy) this.again(text, Number(answer.headers.get("retry-after")) || AGAIN);
    } catch {
      if (asking.signal.aborted) return; // another question took its place
      this.listener.refused("");
      this.again(text, AGAIN);
    }
  }

  private again(text: string, seconds: number): void {
    this.ask(text, Math.min(seconds, LONGEST) * 1000);
  }
}
