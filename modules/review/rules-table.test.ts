import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { by } from '../../toolbox/by.js';
import { builtInChecks } from './engine/rules/index.js';
import { newCapability } from './engine/rules/manifest/new-capability.js';

const FILE = join(import.meta.dirname, 'README.md');
const [BEGIN, END] = ['<!-- rules -->\n', '<!-- /rules -->'];
const rules = [...builtInChecks.flatMap((check) => check.rules), newCapability].sort(
  by(({ id }) => id),
);

function table(): string {
  const rows = rules.map(({ id, code, owasp, severity, title }) => [
    `\`${id}\``,
    code,
    owasp,
    severity,
    title.replaceAll('|', '\\|'),
  ]);
  const all = [['rule', 'code', 'OWASP', 'severity', 'what'], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |\n`;
  const [head, ...body] = all.map(line);
  return `\n${head!}${line(widths.map((width) => '-'.repeat(width)))}${body.join('')}\n`;
}

it('each have an id, which begins with their category', () => {
  const ids = rules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(rules.filter(({ id, category }) => !id.startsWith(`${category}/`))).toEqual([]);
  expect(
    rules.filter(({ code, owasp }) => !/^[EW]\d{3}$/.test(code) || !/^AST\d\d$/.test(owasp)),
  ).toEqual([]);
});

it('are in the table of the README (SVC_UPDATE_RULES=1 writes it)', () => {
  const text = readFileSync(FILE, 'utf8');
  const [before = '', rest = ''] = text.split(BEGIN);
  const [listed = '', after = ''] = rest.split(END);
  if (process.env['SVC_UPDATE_RULES'] === '1')
    writeFileSync(FILE, `${before}${BEGIN}${table()}${END}${after}`);
  else expect(listed).toBe(table());
});
