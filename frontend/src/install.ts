// Registers the service worker, and brings a page back that was shown because its own could not be reached.
const worker = document.documentElement.dataset["worker"];

if (worker && "serviceWorker" in navigator) {
  window.addEventListener("load", () => void navigator.serviceWorker.register(worker).catch(() => {}));
}

const AGAIN = [2_000, 4_000, 8_000, 15_000]; // ms between two looks whether the page can be reached again

async function wait(attempt: number): Promise<void> {
  await new Promise<void>((done) => {
    window.addEventListener("online", () => done(), { once: true });
    window.setTimeout(done, AGAIN[Math.min(attempt, AGAIN.length - 1)]);
  });
  const answer = await fetch("/offline", { cache: "no-store" }).catch(() => undefined);
  if (answer?.ok) location.reload();
  else await wait(attempt + 1);
}

// The address is that of the page that was wanted, unless somebody opened this one by its own.
if (document.getElementById("offline") && location.pathname !== "/offline") void wait(0);

export {};
