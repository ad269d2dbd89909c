/** `{{name}}`, with spaces or without. `${{ x }}` and `{{{x}}}` belong to other languages. */
const PLACEHOLDER = /(?<![{$])\{\{[ \t]*([A-Za-z_][\w-]*)[ \t]*\}\}(?!\})/g;

/** The names of the placeholders in a skill's body, each once, in their order. */
export function placeholdersOf(body: string): readonly string[] {
  return [...new Set([...body.matchAll(PLACEHOLDER)].map(([, name = '']) => name))];
}

/** The body with its placeholders replaced, once: a value is text. Those without a value stay as they are. */
export function fillPlaceholders(body: string, values: ReadonlyMap<string, string>): string {
  return body.replace(PLACEHOLDER, (whole, name: string) => values.get(name) ?? whole);
}
