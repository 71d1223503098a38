// "Your turn": in the title of the tab, and as a message of the browser where the guest wants that and looks elsewhere.
const table = (): HTMLElement | null => document.getElementById("table");
const turn = (): string => table()?.dataset["turn"] ?? "";

const plain = document.title.replace(turn() ? `${turn()} · ` : "", "");
let told = turn() !== "";

function show(): void {
  const now = turn();
  document.title = now ? `${now} · ${plain}` : plain;
  if (now && !told && document.hidden) call(now);
  told = now !== "";
}

function call(now: string): void {
  if (document.documentElement.dataset["notify"] !== "yes" || !allowed()) return;
  try {
    const note = new Notification(now, { body: table()?.dataset["standing"] ?? "", tag: location.pathname });
    note.addEventListener("click", () => {
      window.focus();
      note.close();
    });
  } catch {
    // some phones let only a service worker do it
  }
}

const allowed = (): boolean => "Notification" in window && Notification.permission === "granted";

// Asked only when the guest switches it on; where the browser says no, the switch goes back.
document.addEventListener("change", (event) => {
  const box = event.target as HTMLInputElement;
  if (box.id !== "set-notify" || !box.checked || allowed()) return;
  void ("Notification" in window ? Notification.requestPermission() : Promise.resolve("denied")).then((answer) => {
    if (answer === "granted") return;
    box.checked = false;
    box.dispatchEvent(new Event("change", { bubbles: true }));
  });
});

if (table()) document.addEventListener("regatta:shown", show);
