// Help: the card of the first visit, and the dialog. Whoever listens to keys opens it by `regatta:help` on `document`.
// The card lies on a table on which nothing has happened yet: the server sends none with any other.
import { set } from "./settings";

const dialog = document.querySelector<HTMLDialogElement>("#help");
const welcomed = document.getElementById("welcome") !== null;

// "Got it", or a first write: then it is known.
document.addEventListener("regatta:setting", (event) => {
  if ((event as CustomEvent).detail.name === "help_seen") document.getElementById("welcome")?.remove();
});
document.addEventListener("submit", (event) => {
  if (welcomed && (event.target as Element).id === "sheet") set("help_seen", "yes");
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
