// The peer: boardgame.io's own server with a game of dice. Usage: node server.cjs PORT memory|FOLDER
const { FlatFile, Origins, Server } = require("boardgame.io/server");

const dice = {
  name: "dice",
  minPlayers: 1,
  maxPlayers: 1,
  setup: () => ({ dice: [1, 1, 1, 1, 1] }),
  moves: { roll: ({ G, random }) => ({ ...G, dice: random.D6(5) }) },
};

const [port, store] = process.argv.slice(2);
const db = store === "memory" ? undefined : new FlatFile({ dir: store });
const server = Server({ games: [dice], origins: [Origins.LOCALHOST], ...(db ? { db } : {}) });
server.run({ port: Number(port), callback: () => console.log("ready") });
