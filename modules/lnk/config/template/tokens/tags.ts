import type { Token } from 'nunjucks/src/parser.js';
import { TemplateError } from '../template-error.js';
import { token } from './tag-reader.js';

const KNOWN = new Set([
  ...['if', 'elif', 'else', 'endif', 'for', 'endfor', 'break', 'continue'],
  ...['set', 'set_global', 'filter', 'endfilter', 'macro', 'endmacro', 'raw', 'endraw'],
]);

const BEGINNING = [...KNOWN].filter((tag) => !/^(?:end|el)/.test(tag));
const AS_TEXT = 'Write text that only looks like a tag between {% raw %} and {% endraw %}.';

const FILE = 'A configuration is one file.';
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['include', FILE],
  ['import', FILE],
  ['from', FILE],
  ['extends', FILE],
  ['block', 'Blocks belong to templates that extend others.'],
  ['elseif', 'Write `elif`.'],
  ['verbatim', 'Write {% raw %} and {% endraw %}.'],
  ['switch', 'Write {% if … %} with `elif`.'],
  ['call', 'Macros are called as {{ self::name(argument=…) }}.'],
  ['endset', 'Write {% set name = value %}.'],
]);

/** As long as the reader of tags takes names. */
const NAME = /[ \t\r\n]*([A-Za-z_][A-Za-z0-9_]{0,255})(?![A-Za-z0-9_])/y;

/**
 * Checks the name of a block tag before the rest of it is read, of which the complaints would be beside the point.
 * @throws {TemplateError} for a tag that there is not
 */
export function checkTagName(source: string, from: number): void {
  NAME.lastIndex = from;
  const name = NAME.exec(source)?.[1];
  if (name !== undefined) requireKnown(name, NAME.lastIndex - name.length);
}

/**
 * The tokens of a block tag as the parser takes them.
 * @throws {TemplateError} for a tag that there is not
 */
export function blockTokens(tokens: readonly Token[], opened: number): readonly Token[] {
  const [first, ...rest] = tokens;
  if (first?.type !== 'symbol') {
    throw new TemplateError('A tag must begin with its name.', first?.colno ?? opened, AS_TEXT);
  }
  const name = String(first.value);
  requireKnown(name, first.colno);
  if (name === 'set' || name === 'set_global') return setTokens(name, first.colno, rest);
  return name === 'endmacro' ? withoutName(tokens) : tokens;
}

/** The name of the macro behind its end is for readers. */
function withoutName(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter((one, index) => index !== 1 || one.type !== 'symbol');
}

function setTokens(name: string, at: number, rest: readonly Token[]): readonly Token[] {
  // the parser knows `set` alone; which of them it was is seen in the source
  if (rest[1]?.value === '=') return [token('symbol', 'set', at), ...rest];
  throw new TemplateError(
    `\`${name}\` needs a name and a value.`,
    rest[1]?.colno ?? at,
    `Write {% ${name} name = value %}.`,
  );
}

function requireKnown(name: string, at: number): void {
  if (KNOWN.has(name)) return;
  const why = REFUSED.get(name);
  throw new TemplateError(
    why === undefined ? `There is no tag \`${name}\`.` : `The tag \`${name}\` cannot be used.`,
    at,
    why ?? `${AS_TEXT} The tags are ${BEGINNING.join(', ')}.`,
  );
}
