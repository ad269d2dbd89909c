import { printable } from '../../../../toolbox/printable.js';

/** HTML that is escaped already. */
export class Markup {
  constructor(readonly html: string) {}
}

type Value = Markup | readonly Markup[] | string | number;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

const escaped = (text: string): string =>
  printable(text).replace(/[&<>"']/g, (sign) => ENTITIES.get(sign) ?? sign);

function htmlOf(value: Value): string {
  if (value instanceof Markup) return value.html;
  if (typeof value === 'object') return value.map(({ html }) => html).join('');
  return escaped(String(value));
}

/** Every value but markup is escaped, and signs in it that hide or turn texts around are shown. Attributes are in quotes. */
export const markup = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(
    parts
      .slice(1)
      .reduce((html, part, at) => html + htmlOf(values[at] ?? '') + part, parts[0] ?? ''),
  );

export const none = new Markup('');
