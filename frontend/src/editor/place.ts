// Where in a model file one is. A reader of the YAML that models are written in (mappings, lists and text, in blocks or in
// brackets), which goes on reading after whatever is not finished yet: that is what an editor has before it most of the time.

export type Step = string | number;

// A word before a colon: `path` leads to its value, `from` and `to` are where it stands.
export interface Key {
  path: Step[];
  from: number;
  to: number;
}

// What may stand at the end of a text, from `from` on: a word of the mapping `path`, a value for `path`, or either.
export interface Place {
  what: "key" | "value" | "either";
  path: Step[];
  from: number;
}

export interface Reading {
  keys: Key[];
  place: Place | undefined;
}

// `indent`: the column of a word; that of a dash and a half, for a list may stand in the column of the word above it.
interface Block {
  indent: number;
  step: Step;
}

// A bracket that is open: the number of the part one is in, or the word; undefined where a word is awaited.
interface Flow {
  list: boolean;
  step: Step | undefined;
}

const KEY = /^("[^"]*"|'[^']*'|[^\s"'#{}[\],:][^#:{}[\]]*?) *:(?= |$)/;
const COMMENT = /(^|\s)#/;

const bare = (word: string): string => word.trim().replace(/^(["'])(.*)\1$/, "$2");

export function read(text: string): Reading {
  const keys: Key[] = [];
  let blocks: Block[] = [];
  let flows: Flow[] = [];
  let literal = -1; // lines that begin to the right of this column are text, of `|` or `>`
  let place: Place | undefined;
  let start = 0; // of the line

  const path = (): Step[] => [...blocks, ...flows].flatMap(({ step }) => (step === undefined ? [] : [step]));

  function item(column: number): void {
    const last = blocks.find(({ indent }) => indent === column + 0.5)?.step;
    blocks = blocks.filter(({ indent }) => indent <= column);
    blocks.push({ indent: column + 0.5, step: typeof last === "number" ? last + 1 : 0 });
  }

  function key(column: number, word: string): void {
    blocks = blocks.filter(({ indent }) => indent < column);
    blocks.push({ indent: column, step: bare(word) });
    keys.push({ path: path(), from: start + column, to: start + column + word.length });
  }

  // Reads on in brackets; undefined where the line ends in a comment or in quotes.
  function brackets(line: string, begin: number): Place | undefined {
    let word = begin;
    for (let i = begin; i < line.length; i++) {
      const letter = line[i] ?? "";
      const top = flows.at(-1);
      if (letter === "#" && (i === 0 || line[i - 1] === " ")) return undefined;
      if (letter === '"' || letter === "'") {
        const close = line.indexOf(letter, i + 1);
        if (close < 0) return undefined;
        i = close;
      } else if (letter === "{" || letter === "[") {
        flows.push({ list: letter === "[", step: letter === "[" ? 0 : undefined });
        word = i + 1;
      } else if (letter === "}" || letter === "]") {
        flows.pop();
        if (flows.length === 0) return undefined;
        word = i + 1;
      } else if (letter === "," && top) {
        top.step = top.list ? Number(top.step) + 1 : undefined;
        word = i + 1;
      } else if (letter === ":" && top && !top.list && top.step === undefined && /^[\s{["']?$/.test(line[i + 1] ?? "")) {
        const from = word + line.slice(word).search(/\S/);
        top.step = bare(line.slice(word, i));
        keys.push({ path: path(), from: start + from, to: start + line.slice(0, i).trimEnd().length });
        word = i + 1;
      }
    }
    const top = flows.at(-1);
    const blanks = /^\s*/.exec(line.slice(word))?.[0].length ?? 0;
    return { what: top?.list || top?.step !== undefined ? "value" : "key", path: path(), from: start + word + blanks };
  }

  function lineOf(line: string): Place | undefined {
    const indent = line.search(/\S|$/);
    const blank = indent === line.length;
    if (literal >= 0 && (blank || indent > literal)) return undefined;
    literal = -1;
    // A bracket that nobody closed ends where a word stands that cannot be within it.
    const owner = Math.floor(blocks.at(-1)?.indent ?? -1);
    if (flows.length > 0 && !blank && indent <= owner && (KEY.test(line.slice(indent)) || line[indent] === "-")) flows = [];
    if (flows.length > 0) return brackets(line, indent);

    let at = indent;
    while (line[at] === "-" && (line[at + 1] === " " || at + 1 === line.length)) {
      item(at);
      at += 1 + (/^ */.exec(line.slice(at + 1))?.[0].length ?? 0);
    }
    const word = KEY.exec(line.slice(at));
    let what: Place["what"] = "either";
    if (word?.[1] !== undefined) {
      key(at, word[1]);
      at += word[0].length;
      if (at === line.length) return undefined; // a value needs a blank before it
      at += /^ */.exec(line.slice(at))?.[0].length ?? 0;
      what = "value";
    }
    const rest = line.slice(at);
    if (rest.startsWith("{") || rest.startsWith("[")) return brackets(line, at);
    if (/^[|>][-+\d]*\s*(#.*)?$/.test(rest)) {
      literal = Math.floor(blocks.at(-1)?.indent ?? 0);
      return undefined;
    }
    if (/^["']/.test(rest) || COMMENT.test(rest)) return undefined;
    if (what === "either") {
      const around = blocks.filter((block) => block.indent < at);
      return { what, path: around.map(({ step }) => step), from: start + at };
    }
    return { what, path: path(), from: start + at };
  }

  for (const line of text.split("\n")) {
    place = lineOf(line);
    start += line.length + 1;
  }
  return { keys, place };
}
