import type { Token } from 'nunjucks/src/parser.js';
import { TemplateError } from '../template-error.js';
import { token } from './tag-reader.js';

const KNOWN = new Set([
  ...['if', 'elif', 'else', 'endif', 'for', 'endfor', 'break', 'continue'],
  ...['set', 'set_global', 'filter', 'endfilter', 'macro', 'endmacro', 'raw', 'endraw'],
]);

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

/**
 * The tokens of a block tag as the parser takes them.
 * @throws {TemplateError} for a tag that there is not
 */
export function blockTokens(tokens: readonly Token[], opened: number): readonly Token[] {
  const [first, ...rest] = tokens;
  if (first?.type !== 'symbol') {
    throw new TemplateError('A tag must begin with its name.', first?.colno ?? opened);
  }
  const name = String(first.value);
  if (!KNOWN.has(name)) refuse(name, first.colno);
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

function refuse(name: string, at: number): never {
  const why = REFUSED.get(name);
  throw new TemplateError(
    why === undefined ? `There is no tag \`${name}\`.` : `The tag \`${name}\` cannot be used.`,
    at,
    why ?? `The tags are ${[...KNOWN].filter((tag) => !/^(?:end|el)/.test(tag)).join(', ')}.`,
  );
}
