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

// All words of a file, by the mapping in which they stand.
class Beside {
  private readonly words = new Map<string, string[]>();

  constructor(paths: Step[][]) {
    for (const path of paths) {
      const mapping = JSON.stringify(path.slice(0, -1));
      this.words.set(mapping, [...(this.words.get(mapping) ?? []), String(path.at(-1))]);
    }
  }

  at(mapping: Step[]): string[] {
    return this.words.get(JSON.stringify(mapping)) ?? [];
  }
}

export class Language {
  private readonly root: Schema;

  constructor(root: Schema) {
    this.root = root;
  }

  // What may stand at a place of a whole file; `paths` leads to each of its words. Changes that are laid over a game, by an
  // option or by the file, look like a game.
  at(path: Step[], paths: Step[][]): Schema[] {
    const whole = this.flat({ anyOf: [this.root.else ?? {}, this.root] });
    const patch = path[0] === "options" && path[2] === "choices" && path.length > 3;
    const above = patch ? path.slice(0, 4) : [];
    return this.down(whole, above, path.slice(above.length), new Beside(paths));
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
    const root = this.flat((changes ? this.root.then : this.root.else) ?? {});
    const beside = new Beside(paths);
    return [...paths.keys()].filter((number) => {
      const path = paths[number] ?? [];
      const around = this.down(root, [], path.slice(0, -1), beside).filter(mapping);
      return around.length > 0 && !around.some((schema) => this.child(schema, String(path.at(-1))) !== undefined);
    });
  }

  // From what may stand at `above` down a path. Of several mappings that may be meant, those are that have one of the
  // words which stand there, if any has.
  private down(schemas: Schema[], above: Step[], path: Step[], beside: Beside): Schema[] {
    const words = beside.at(above);
    const meant = schemas.filter(({ properties }) => properties && words.some((word) => Object.hasOwn(properties, word)));
    const likely = meant.length > 0 ? meant : schemas;
    const [step, ...rest] = path;
    if (step === undefined) return likely;
    const below = likely.flatMap((schema) => this.flat(this.child(schema, step) ?? { anyOf: [] }));
    return this.down(below, [...above, step], rest, beside);
  }

  // What stands below a word or at a number; undefined where the schema has no such place.
  private child(schema: Schema, step: Step): Schema | undefined {
    if (typeof step === "number") return schema.prefixItems?.[step] ?? schema.items;
    const own = schema.properties && Object.hasOwn(schema.properties, step) ? schema.properties[step] : undefined;
    if (own) return own;
    const patterned = Object.entries(schema.patternProperties ?? {}).find(([pattern]) => new RegExp(pattern).test(step));
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

const mapping = ({ type, enum: values, const: value }: Schema): boolean =>
  (type ?? "object") === "object" && values === undefined && value === undefined;
