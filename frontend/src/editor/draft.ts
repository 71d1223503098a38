// What was typed and not saved outlasts a reload, in the storage of this tab; and a page that is left asks first.
interface Draft {
  saved: string; // the text that it was typed over
  text: string;
  sent: boolean; // to be saved; whether it was, this page has not heard
}

const name = (): string => `draft ${location.pathname}${location.search}`;

// Whether one came here by going on, not back and not by a reload: then what was sent has arrived.
function arrived(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "navigate";
}

export class Keeper {
  private readonly saved: string;
  private text: string;
  private sent = false;

  // `saved` is the text as the server has it; `text` what the page came with, which differs where saving met a fault.
  constructor(saved: string, text: string, form: HTMLFormElement | null) {
    this.saved = saved;
    this.text = text;
    form?.addEventListener("submit", () => {
      this.sent = true;
      this.write();
    });
    // Who comes back by the browser's own button may not have got anywhere.
    window.addEventListener("pageshow", () => (this.sent = false));
    window.addEventListener("beforeunload", (event) => {
      if (this.sent || this.text === this.saved) return;
      event.preventDefault();
      event.returnValue = ""; // for browsers that do not know the line above yet
    });
  }

  // What was typed here before, over the same text; undefined where nothing was.
  before(): string | undefined {
    try {
      const draft = JSON.parse(sessionStorage.getItem(name()) ?? "null") as Draft | null;
      if (draft?.saved === this.saved && !(draft.sent && arrived())) {
        return draft.text === this.text ? undefined : draft.text;
      }
      sessionStorage.removeItem(name());
    } catch {
      // No storage, or what another program left there.
    }
    return undefined;
  }

  keep(text: string): void {
    this.text = text;
    this.write();
  }

  private write(): void {
    const { saved, text, sent } = this;
    try {
      if (text === saved) sessionStorage.removeItem(name());
      else sessionStorage.setItem(name(), JSON.stringify({ saved, text, sent } satisfies Draft));
    } catch {
      // No storage, or a full one: the text is in the page.
    }
  }
}
