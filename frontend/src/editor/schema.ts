// What the JSON Schema of the model language says about a place in a model: the words that may stand there, the values.
import type { Step } from "./place";

export interface Schema {
  $ref?: string;
  description?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  then?: Schema;
  else?: Schema;
  definitions?: Record<string, Schema>;
}

// A word that may stand in a mapping: what it means, and whether the mapping needs it.
export interface Word {
  name: string;
  meaning: string;
  needed: boolean;
}

const CHANGES = "based on"; // a file with this word holds changes of another game only

// All words of a file as a tree; `number` is that of a word in the list of their paths.
interface Branch {
  below: Map<Step, Branch>;
  number: number | undefined;
}

function tree(paths: Step[][]): Branch {
  const root: Branch = { below: new Map(), number: undefined };
  for (const [number, path] of paths.entries()) {
    let at = root;
    for (const step of path) {
      const next = at.below.get(step) ?? { below: new Map(), number: undefined };
      at.below.set(step, next);
      at = next;
    }
    at.number ??= number;
  }
  return root;
}

export class Language {
  private readonly root: Schema;

  constructor(root: Schema) {
    this.root = root;
  }

  // What may stand at a place of a whole file; `paths` leads to each of its words. Changes that are laid over a game, by an
  // option or by the file, look like a game.
  at(path: Step[], paths: Step[][]): Schema[] {
    let found = this.flat({ anyOf: [this.root.else ?? {}, this.root] });
    let branch: Branch | undefined = tree(paths);
    const patch = path[0] === "options" && path[2] === "choices" && path.length > 3;
    for (const [depth, step] of path.entries()) {
      if (!patch || depth > 3) found = this.down(likely(found, branch), step);
      branch = branch?.below.get(step);
    }
    return likely(found, branch);
  }

  words(schemas: Schema[]): Word[] {
    const found = new Map<string, Word>();
    for (const { properties, required } of schemas) {
      for (const [name, schema] of Object.entries(properties ?? {})) {
        const meaning = found.get(name)?.meaning || schema.description || this.flat(schema)[0]?.description || "";
        found.set(name, { name, meaning, needed: found.get(name)?.needed || (required?.includes(name) ?? false) });
      }
    }
    return [...found.values()];
  }

  values(schemas: Schema[]): string[] {
    const all = schemas.flatMap((schema) => [...(schema.enum ?? []), ...("const" in schema ? [schema.const] : [])]);
    return [...new Set(all.filter((value) => typeof value === "string"))];
  }

  // Whether a name that the author gave may stand here.
  named(schemas: Schema[]): boolean {
    return schemas.some(({ type, pattern }) => type === "string" && pattern !== undefined);
  }

  // The words that the language does not know, each by its place in the list `paths`, which leads to each word of the file.
  unknown(paths: Step[][]): number[] {
    const changes = paths.some((path) => path.length === 1 && path[0] === CHANGES);
    const found: number[] = [];
    const look = (branch: Branch, schemas: Schema[]): void => {
      const around = likely(schemas, branch);
      const closed = around.filter(mapping);
      for (const [step, below] of branch.below) {
        const known = closed.length === 0 || closed.some((schema) => this.child(schema, step) !== undefined);
        if (below.number !== undefined && !known) found.push(below.number);
        if (below.below.size > 0) look(below, this.down(around, step));
      }
    };
    look(tree(paths), this.flat((changes ? this.root.then : this.root.else) ?? {}));
    return found.sort((a, b) => a - b);
  }

  private down(schemas: Schema[], step: Step): Schema[] {
    return schemas.flatMap((schema) => this.flat(this.child(schema, step) ?? { anyOf: [] }));
  }

  // What stands below a word or at a number; undefined where the schema has no such place.
  private child(schema: Schema, step: Step): Schema | undefined {
    if (typeof step === "number") return schema.prefixItems?.[step] ?? schema.items;
    const own = schema.properties && Object.hasOwn(schema.properties, step) ? schema.properties[step] : undefined;
    if (own) return own;
    const patterned = Object.entries(schema.patternProperties ?? {}).find(([pattern]) => expression(pattern).test(step));
    if (patterned) return patterned[1];
    const more = schema.additionalProperties ?? true;
    return mapping(schema) && more !== false ? (more === true ? {} : more) : undefined;
  }

  // The alternatives of a schema, references followed.
  private flat(schema: Schema): Schema[] {
    if (schema.anyOf) return schema.anyOf.flatMap((each) => this.flat(each));
    const name = schema.$ref?.replace("#/definitions/", "");
    return name === undefined ? [schema] : this.flat(this.root.definitions?.[name] ?? {});
  }
}

const expressions = new Map<string, RegExp>();

function expression(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? new RegExp(pattern);
  expressions.set(pattern, known);
  return known;
}

const mapping = ({ type, enum: values, const: value }: Schema): boolean =>
  (type ?? "object") === "object" && values === undefined && value === undefined;

// Of several mappings that may be meant, those that have one of the words which stand there, if any has.
function likely(schemas: Schema[], branch: Branch | undefined): Schema[] {
  const words = [...(branch?.below.keys() ?? [])].map(String);
  const meant = schemas.filter(({ properties }) => properties && words.some((word) => Object.hasOwn(properties, word)));
  return meant.length > 0 ? meant : schemas;
}
