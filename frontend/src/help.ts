// Help: the card of the first visit, and the dialog. Whoever listens to keys opens it by `regatta:help` on `document`.
const card = document.getElementById("welcome");
const dialog = document.querySelector<HTMLDialogElement>("#help");

// The card explains a table on which nothing has happened yet; it leaves the moment something does.
document.addEventListener("htmx:after:swap", () => {
  if (card) card.hidden = !document.querySelector("#dice .blank");
});

// "Got it" (settings.ts keeps that it was said), or a first write: then it is known.
document.addEventListener("regatta:setting", (event) => {
  if ((event as CustomEvent).detail.name === "help_seen") card?.remove();
});
document.addEventListener("submit", (event) => {
  if ((event.target as Element).id === "sheet") card?.querySelector<HTMLButtonElement>("button[name=help_seen]")?.click();
});

export function openHelp(): void {
  const menu = document.querySelector<HTMLDetailsElement>("#menu");
  if (menu) menu.open = false;
  if (dialog && !dialog.open) dialog.showModal();
}

document.addEventListener("regatta:help", openHelp);
document.addEventListener("click", (event) => {
  const pressed = event.target as Element;
  if (dialog && pressed.closest("#help-link")) {
    event.preventDefault();
    openHelp();
  } else if (pressed.closest("#help-close") || pressed === dialog) dialog?.close();
});
