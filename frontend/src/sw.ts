// The service worker: keeps the files of one build and the page that says that there is no connection; nothing else.
// Tables are never kept, so none is ever shown as it is not. Moves pass by: the page itself sends them again.
interface Told {
  build: string;
  files: string[];
  offline: string;
}

// What a worker's scope has beyond that of a page, as far as it is used here.
interface WorkerScope extends EventTarget {
  regatta: Told; // stands before this script when the server sends it
  registration: { navigationPreload?: { enable(): Promise<void> } };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
}
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as WorkerScope;
const { build, files, offline } = scope.regatta;
const PREFIX = "regatta-";
const name = PREFIX + build;

async function install(): Promise<void> {
  const cache = await caches.open(name);
  // The files have their content's hash in their names: the browser's own cache is right about them.
  await cache.addAll([...files, new Request(offline, { cache: "reload", credentials: "omit" })]);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== name);
  await Promise.all(old.map((key) => caches.delete(key)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

async function file(request: Request): Promise<Response> {
  const kept = await caches.match(request, { cacheName: name });
  return kept ?? fetch(request);
}

async function page(event: Fetching): Promise<Response> {
  const { request } = event;
  try {
    return (await event.preloadResponse) ?? (await fetch(request));
  } catch (error) {
    // A form that was sent in vain: back to the page with the form, which then says that there is no connection.
    if (request.method !== "GET") return Response.redirect(request.referrer || "/", 303);
    const kept = await caches.match(offline, { cacheName: name });
    if (!kept) throw error;
    return kept;
  }
}

scope.addEventListener("install", (event) => (event as Extendable).waitUntil(install()));
scope.addEventListener("activate", (event) => (event as Extendable).waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const fetching = event as Fetching;
  const { request } = fetching;
  if (request.mode === "navigate") fetching.respondWith(page(fetching));
  else if (request.method === "GET" && files.includes(new URL(request.url).pathname)) {
    fetching.respondWith(file(request));
  }
});

export {};
