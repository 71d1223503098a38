// Drives the peer as the site is driven: matches with one player and two watchers each, over its own protocol.
// Usage: node load.cjs PORT MATCHES SECONDS MOVES_PER_SECOND (0: back to back). Prints one line of JSON.
const { io } = require("socket.io-client");

const [port, matches, seconds, rate] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;

async function post(path, body) {
  const answer = await fetch(address + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

function connect() {
  return io(`${address}/dice`, { transports: ["websocket"], forceNew: true, autoConnect: true });
}

async function follow(matchID, playerID, credentials) {
  const socket = connect();
  const state = { socket, seen: 0, version: -1, wake: undefined };
  socket.on("update", (id, next) => {
    if (next._stateID <= state.version) return;
    state.version = next._stateID;
    state.seen += 1;
    state.wake?.();
  });
  await new Promise((done) => {
    socket.on("sync", (id, { state: now }) => {
      state.version = now._stateID;
      done();
    });
    socket.emit("sync", matchID, playerID, credentials, 1);
  });
  return state;
}

async function table() {
  const { matchID } = await post("/games/dice/create", { numPlayers: 1 });
  const { playerCredentials } = await post(`/games/dice/${matchID}/join`, { playerID: "0", playerName: "Ana" });
  const player = await follow(matchID, "0", playerCredentials);
  const watchers = [await follow(matchID, null), await follow(matchID, null)];
  const act = async () => {
    const action = {
      type: "MAKE_MOVE",
      payload: { type: "roll", args: [], playerID: "0", credentials: playerCredentials },
    };
    const told = new Promise((done) => (player.wake = done));
    player.socket.emit("update", action, player.version, matchID, "0");
    await told;
  };
  return { act, followers: [player, ...watchers] };
}

async function main() {
  const tables = [];
  for (let from = 0; from < matches; from += 20) {
    tables.push(...(await Promise.all(Array.from({ length: Math.min(20, matches - from) }, table))));
  }
  for (const { act } of tables) await act();
  const times = [];
  const begin = performance.now();
  const left = () => performance.now() - begin < seconds * 1000;
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  await Promise.all(
    tables.map(async ({ act }) => {
      const every = rate ? (1000 * matches) / rate : 0;
      if (every) await pause(Math.random() * every);
      while (left()) {
        const start = performance.now();
        await act();
        times.push(performance.now() - start);
        if (every) await pause(Math.max(0, every - (performance.now() - start)));
      }
    }),
  );
  const took = (performance.now() - begin) / 1000;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)];
  console.log(JSON.stringify({ moves: times.length, seconds: took, median: at(0.5), slow: at(0.99) }));
  process.exit(0);
}

main();
