// Bundles src/ into the folder given as argument. Every file carries a hash of its content in its name, so that
// browsers may keep it forever; manifest.json maps the plain names to the hashed ones:
//   {"main.css": "main-3Q5X7A2B.css", "main.js": "main-K2L4M6N8.js", ...}
// Files under src/assets/ (icons, sounds, pictures) are copied, named "assets/..." in the manifest. licences.txt holds the
// notices of all packages that the bundles contain.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const source = join(here, "src");
const out = process.argv[2];
if (!out) throw new Error("usage: node build.mjs FOLDER");

const assets = join(source, "assets");
const copied = existsSync(assets)
  ? readdirSync(assets, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map((entry) => join(entry.parentPath, entry.name))
  : [];
const copies = Object.fromEntries(copied.map((file) => [extname(file), "copy"]));

const { metafile } = await build({
  absWorkingDir: source,
  entryPoints: ["main.ts", "main.css", "sw.ts", "proof.ts", "editor/editor.ts", ...copied.map((file) => relative(source, file))],
  outdir: out,
  outbase: source,
  entryNames: "[dir]/[name]-[hash]",
  assetNames: "assets/[name]-[hash]",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome109", "firefox115", "safari16"],
  charset: "utf8",
  loader: copies,
  metafile: true,
  logLevel: "warning",
});

const manifest = {};
for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
  if (!entryPoint) continue;
  const name = entryPoint.split(sep).join("/").replace(/\.ts$/, ".js");
  manifest[name] = relative(out, join(source, path)).split(sep).join("/");
}
for (const name of ["main.css", "main.js", "sw.js", "proof.js", "editor/editor.js"]) {
  if (!manifest[name]) throw new Error(`${basename(name)} was not built`);
}

const packages = new Set(
  Object.keys(metafile.inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
);
const notices = [...packages].sort().map((name) => {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${name} has no licence`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
});
const licences = notices.join(`\n${"-".repeat(80)}\n\n`);
const digest = createHash("sha256").update(licences).digest("hex").slice(0, 8).toUpperCase();
manifest["licences.txt"] = `licences-${digest}.txt`;
writeFileSync(join(out, manifest["licences.txt"]), licences);

const sorted = Object.fromEntries(Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(join(out, "manifest.json"), JSON.stringify(sorted, null, 2) + "\n");
