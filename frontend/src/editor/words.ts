// The sentences of the editor, in the language of the page: the text area brings them.
export type Words = Record<string, string>;

export function say(words: Words, name: string, parts: Record<string, string | number> = {}): string {
  const sentence = words[name] ?? "";
  return Object.entries(parts).reduce((text, [part, value]) => text.replace(`{${part}}`, String(value)), sentence);
}
