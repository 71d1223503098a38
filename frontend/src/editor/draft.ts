// What was typed and not saved outlasts a reload, in the storage of this tab; and a page that is left asks first.
interface Draft {
  saved: string; // the text that it was typed over
  text: string;
}

const name = (): string => `draft ${location.pathname}`;

export class Keeper {
  private readonly saved: string;
  private text: string;
  private leaving = false;

  // `saved` is the text as the server has it; `text` what the page came with, which differs where saving met a fault.
  constructor(saved: string, text: string, form: HTMLFormElement | null) {
    this.saved = saved;
    this.text = text;
    form?.addEventListener("submit", () => (this.leaving = true));
    // Who comes back by the browser's own button has not left.
    window.addEventListener("pageshow", () => (this.leaving = false));
    window.addEventListener("beforeunload", (event) => {
      if (this.leaving || this.text === this.saved) return;
      event.preventDefault();
      event.returnValue = ""; // for browsers that do not know the line above yet
    });
  }

  // What was typed before a reload over the same text; undefined where nothing was.
  before(): string | undefined {
    try {
      const draft = JSON.parse(sessionStorage.getItem(name()) ?? "null") as Draft | null;
      if (draft?.saved === this.saved && draft.text !== this.text) return draft.text;
      sessionStorage.removeItem(name());
    } catch {
      // No storage, or what another program left there.
    }
    return undefined;
  }

  keep(text: string): void {
    this.text = text;
    try {
      if (text === this.saved) sessionStorage.removeItem(name());
      else sessionStorage.setItem(name(), JSON.stringify({ saved: this.saved, text } satisfies Draft));
    } catch {
      // No storage, or a full one: the text is in the page.
    }
  }
}
