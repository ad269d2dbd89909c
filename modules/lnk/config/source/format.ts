import { extname } from 'node:path';
import { configFormatUnknown } from '../../contract/errors.js';
import type { Format } from '../document/document.js';
import { withoutTemplates } from './templates.js';

const EXTENSIONS: ReadonlyMap<string, Format> = new Map([
  ['.json', 'json'],
  ['.toml', 'toml'],
  ['.yaml', 'yaml'],
  ['.yml', 'yaml'],
]);

/**
 * The format of a configuration: by the extension of its name, or by its text, templates and all, when it has none. Throws
 * `configFormatUnknown` for another extension.
 */
export function formatOf(name: string, text: string): Format {
  const extension = extname(name);
  if (extension === '' || extension === '.') return formatOfText(text);
  const format = EXTENSIONS.get(extension.toLowerCase());
  if (format === undefined) throw configFormatUnknown({ file: name, extension });
  return format;
}

const KEY = String.raw`(?:[^\s"'#=:[\]{},]+|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*')`;

/** What the first line that says anything looks like. */
const LINES: readonly (readonly [RegExp, Format])[] = [
  [new RegExp(String.raw`^\[\[?\s*${KEY}\s*\]\]?\s*(?:#.*)?$`), 'toml'],
  [new RegExp(`^${KEY}\\s*=`), 'toml'],
  [/^(?:---|%YAML|- |-$|\? |[&*!])/, 'yaml'],
  [new RegExp(`^${KEY}[ \\t]*:(?:\\s|$)`), 'yaml'],
  // keys of several words
  [/^[\w.-][\w. -]*:(?:\s|$)/, 'yaml'],
];

/** JSON when nothing speaks for another format. */
function formatOfText(text: string): Format {
  for (const line of withoutTemplates(text).split(/\r\n|\r|\n/)) {
    const said = line.trim();
    if (said === '' || said.startsWith('#')) continue;
    return LINES.find(([pattern]) => pattern.test(said))?.[1] ?? 'json';
  }
  return 'json';
}
