import { UNQUOTED_COLON } from '../../../registry/contract/unquoted-colon.js';
import type { Fix, Fixer } from './fix.js';
import { unchanged } from './fix.js';
import { fieldsOfYaml, FIRST_LINE, frontMatterOf } from './front-matter-block.js';

/** Puts values such as `description: Use when: x` in quotes, if that alone makes the front matter readable. */
export const quoteValues: Fixer = ({ path: file, text }) => {
  const block = frontMatterOf(text);
  if (block === undefined || fieldsOfYaml(block.lines.join('')) !== undefined)
    return unchanged(text);
  const fixes: Fix[] = [];
  const lines = block.lines.map((line, index) => {
    const quoted = quotedLine(line);
    if (quoted === undefined) return line;
    const explanation = `The value of "${quoted.key}" has a colon and was not in quotes, so that strict readers refuse the front matter; now it is.`;
    fixes.push({ kind: 'quoted-value', file, line: index + FIRST_LINE, explanation });
    return quoted.line;
  });
  if (fixes.length === 0 || fieldsOfYaml(lines.join('')) === undefined) return unchanged(text);
  return { text: block.replaced(lines), fixes };
};

function quotedLine(line: string): { key: string; line: string } | undefined {
  const [, written = '', ending = ''] = /^(.*?)([ \t\r\n]*)$/s.exec(line) ?? [];
  const [, key, value] = UNQUOTED_COLON.exec(written) ?? [];
  // whether ` #` begins a comment or belongs to the value only its author knows
  if (key === undefined || value === undefined || / #/.test(value)) return undefined;
  const head = written.slice(0, written.length - value.length);
  return { key, line: `${head}${JSON.stringify(value)}${ending}` };
}
