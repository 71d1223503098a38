// Settings take effect at once; the server keeps them. Without this script the same forms do it with their buttons.
const page = document.documentElement;

const SENT_AGAIN = 2_000; // ms
const waiting = new Map<string, string>(); // settings that the server does not know yet
let token = "";
let sending = false;

// Sets what some other part of the page has found out; forms of the page say where to and with which token.
export function set(name: string, value: string): void {
  const form = document.querySelector<HTMLFormElement>("form.setting-button");
  if (form && page.dataset[name] !== value) change(name, value, form);
}

function change(name: string, value: string, form: HTMLFormElement): void {
  page.dataset[name] = value;
  show(name, value);
  token = form.querySelector<HTMLInputElement>("input[name=token]")?.value ?? token;
  waiting.set(name, value);
  void send(form.action);
  page.dispatchEvent(new CustomEvent("regatta:setting", { bubbles: true, detail: { name, value } }));
}

// What else shows a setting: the other form that changes it, the colour around the page.
function show(name: string, value: string): void {
  const box = document.querySelector<HTMLInputElement>(`#set-${name}[type=checkbox]`);
  if (box) box.checked = value === "yes";
  const button = document.querySelector<HTMLButtonElement>(`.corner-button[name="${name}"]`);
  button?.setAttribute("aria-pressed", String(value === "yes"));
  if (button) button.value = value === "yes" ? "no" : "yes";
  if (name !== "theme") return;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    const own = meta.dataset["theme"];
    meta.media = value === "auto" ? `(prefers-color-scheme: ${own})` : value === own ? "all" : "not all";
  }
}

async function send(address: string): Promise<void> {
  if (sending || waiting.size === 0) return;
  sending = true;
  const told = new Map(waiting);
  const answer = await fetch(address, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams([["token", token], ...told]),
  }).catch(() => undefined);
  sending = false;
  if (answer) for (const [name, value] of told) if (waiting.get(name) === value) waiting.delete(name);
  if (waiting.size > 0) window.setTimeout(() => void send(address), answer ? 0 : SENT_AGAIN);
}

document.addEventListener("change", (event) => {
  const field = event.target as HTMLInputElement | HTMLSelectElement;
  const form = field.form;
  if (!form?.matches(".menu .settings")) return;
  change(field.name, field.type === "checkbox" && !(field as HTMLInputElement).checked ? "no" : field.value, form);
});

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const button = (event as SubmitEvent).submitter as HTMLButtonElement | null;
  if (form.matches(".menu .settings")) event.preventDefault();
  if (!form.matches(".setting-button") || !button) return;
  event.preventDefault();
  change(button.name, button.value, form);
});

// The menu closes as menus do.
const menu = document.querySelector<HTMLDetailsElement>("#menu");

document.addEventListener("click", (event) => {
  if (menu?.open && !menu.contains(event.target as Node)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu?.open) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
});
