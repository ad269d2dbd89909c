import { expect, it } from '@jest/globals';
import { idleEntries, readSuppressions } from './suppressions.js';

const FINGERPRINT = '0123456789abcdef0123456789abcdef';
const read = (text: string, path = '.svc-review.yml') =>
  readSuppressions([{ path, content: Buffer.from(text) }]);
const entry = (more = ''): string =>
  `suppressions:\n  - fingerprint: ${FINGERPRINT}\n    reason: Ours\n    expires: 2026-12-31\n${more}`;

it('reads fingerprint, reason and expiry as they are written', () => {
  const entries = [{ fingerprint: FINGERPRINT, reason: 'Ours', expires: '2026-12-31', line: 2 }];
  expect(read(entry())).toEqual({ entries, warnings: [] });
  expect(read(entry().replace('Ours', '"Ours"'))).toEqual({ entries, warnings: [] });
  const digits = '1'.repeat(32);
  expect(read(entry().replace(FINGERPRINT, digits)).entries).toMatchObject([
    { fingerprint: digits },
  ]);
});

it('is that of the root only', () => {
  expect(read(entry(), 'skills/.svc-review.yml')).toEqual({ entries: [], warnings: [] });
});

it.each([
  ['no list', 'suppressions: 7\n', 1],
  ['an empty file', '', 1],
  ['no YAML', 'suppressions:\n  - [a\n', 3],
  ['a short fingerprint', entry().replace(FINGERPRINT, 'abc'), 2],
  ['no reason', entry().replace('Ours', '""'), 2],
  ['no day', entry().replace('2026-12-31', 'never'), 2],
  ['a day that there is not', entry().replace('2026-12-31', '2026-13-31'), 2],
  ['a day that the month has not', entry().replace('2026-12-31', '2026-02-31'), 2],
  ['deep nesting', '['.repeat(60_000), 1],
  ['an alias', 'a: &a x\nsuppressions:\n  - *a\n', 3],
  ['too much', `# ${'x'.repeat(70_000)}`, 1],
])('says where the mistake is: %s', (_what, text, line) => {
  const { entries, warnings } = read(text);
  expect(entries).toEqual([]);
  expect(warnings).toMatchObject([{ file: '.svc-review.yml', line }]);
});

it('has no control characters and no secrets in what it shows', () => {
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const [{ reason } = { reason: '' }] = read(
    entry().replace('Ours', `"x \u001b[31m ${token}"`),
  ).entries;
  expect(reason).toContain('x \\u{1b}[31m');
  expect(reason).not.toContain(token);
});

it('says in plain words that a file is nested too deeply', () => {
  for (const deep of ['['.repeat(60_000), '['.repeat(30_000), '- '.repeat(30_000)])
    expect(read(deep).warnings).toMatchObject([
      { message: 'The file is nested too deeply. It suppresses nothing.' },
    ]);
});

it('keeps the entries that are right', () => {
  const { entries, warnings } = read(entry('  - fingerprint: x\n'));
  expect([entries.length, warnings]).toMatchObject([1, [{ line: 5 }]]);
});

it('lists the entries that suppress nothing: expired ones, and those without a finding', () => {
  const suppressions = read(entry());
  const idle = (today: string, ...known: string[]) =>
    idleEntries(suppressions, { today, known: new Set(known) });
  expect(idle('2026-12-31', FINGERPRINT)).toEqual([]);
  expect(idle('2027-01-01', FINGERPRINT)).toEqual([
    {
      file: '.svc-review.yml',
      line: 2,
      message: 'The entry expired on 2026-12-31. It suppresses nothing.',
    },
  ]);
  expect(idle('2026-12-31')).toMatchObject([
    { line: 2, message: expect.stringContaining(FINGERPRINT) },
  ]);
  expect(idleEntries(suppressions, { today: '2026-12-31', known: undefined })).toEqual([]);
});
