import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import type { LaunchResult } from '../contract/envelope.js';
import { readResult, type AgentEnd, type AgentExit } from './read-result.js';
import { resultProblem } from './result-problem.js';

interface Row {
  readonly name: string;
  readonly file?: string;
  readonly answer?: string;
  readonly stdout?: string;
  readonly exit?: AgentExit;
  readonly schema?: true;
  readonly task?: true;
  readonly result?: LaunchResult;
  readonly reason?: string;
}

const rows = parse(
  readFileSync('modules/launch/preparation/testing/answers.yaml', 'utf8'),
) as readonly Row[];

const outputSchema = {
  type: 'object',
  properties: { count: { type: 'integer' } },
  required: ['count'],
};

const endOf = ({ file, answer, stdout, exit, schema, task }: Row): AgentEnd => ({
  file: file === undefined ? undefined : Buffer.from(file),
  answer,
  stdoutTail: stdout,
  exit,
  outputSchema: schema && outputSchema,
  needsInput: task === true,
});

describe('answers of agents', () => {
  it('are at least forty', () => {
    expect(rows.length).toBeGreaterThanOrEqual(40);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  });

  it.each(rows)('$name', async (row) => {
    const result = await readResult(endOf(row));
    if (row.result !== undefined) expect(result).toEqual(row.result);
    else
      expect(result).toEqual({
        status: 'failed',
        summary: 'The agent ended without a valid result.',
        reason: expect.stringContaining(row.reason ?? 'every row says what it means') as unknown,
      });
  });
});

describe('hostile results', () => {
  const reasonOf = async (end: Partial<AgentEnd>) => {
    const result = await readResult({ needsInput: false, ...end });
    expect(result.status).toBe('failed');
    return (result as { reason: string }).reason;
  };
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  it.each<[string, Partial<AgentEnd>, RegExp]>([
    ['what was too large to read', { file: 'too large' }, /more than 1048576 bytes/],
    ['10 MB', { file: Buffer.alloc(10_000_000, ' ') }, /more than 1048576 bytes/],
    ['a file of other bytes', { file: Buffer.from([0xff, 0xfe, 0x00]) }, /not UTF-8/],
    ['a deep file', { file: Buffer.from(deep(150_000)) }, /deeper than 100/],
    ['a deep answer', { answer: deep(2_000_000) }, /no result/],
    ['10 MB of words', { answer: 'Done. '.repeat(2_000_000) }, /no result/],
    ['10 MB of braces', { answer: '{"'.repeat(5_000_000) + '}' }, /no result/],
    ['10 MB of backslashes', { answer: `${'\\'.repeat(10_000_000)}"}` }, /no result/],
    ['10 MB of quotes', { answer: `${'\\"'.repeat(5_000_000)}"}` }, /no result/],
    ['10 MB of fences', { answer: '```json\n'.repeat(1_250_000) }, /no result/],
    ['a long line of a fence', { answer: `\`\`\`${'a'.repeat(1_000_000)}\`` }, /no result/],
    ['a long reason', { answer: 'x'.repeat(100_000) }, /^.{1500,2000}$/s],
    ['many control characters', { stdoutTail: '\u001b'.repeat(100_000) }, /^.{1500,2000}$/s],
  ])('%s', async (_what, end, reason) => {
    const given = await reasonOf(end);
    expect(given).toMatch(reason);
    expect(given.length).toBeLessThanOrEqual(2000);
  });

  it('may have a large output', async () => {
    const output = { count: 1, rows: Array.from({ length: 20_000 }, (_, row) => ({ row })) };
    const answer = `Done. ${JSON.stringify({ status: 'succeeded', summary: '', output })}`;
    expect(await readResult({ answer, outputSchema, needsInput: false })).toEqual({
      status: 'succeeded',
      summary: '',
      output,
    });
  });

  it('of a schema that never ends are failed', async () => {
    const slow = { properties: { a: { pattern: '^(a+)+$' } } };
    const answer = JSON.stringify({
      status: 'succeeded',
      summary: '',
      output: { a: `${'a'.repeat(60)}!` },
    });
    expect(await reasonOf({ answer, outputSchema: slow })).toContain('takes too long to check');
  });
});

describe('whatever an agent leaves behind', () => {
  const words = fc.constantFrom(
    ...['{', '}', '[', ']', '"', ':', ',', '\\', '\n', '```', '```json\n', '\n```\n', '\u0000'],
    ...['"status"', '"succeeded"', '"summary"', '"output"', '"failed"', '"reason"', '{}', 'true'],
    '{"status":"succeeded","summary":"a"}',
    '{"status":"needs_input","summary":"a","questions":[]}',
  );
  const text = fc.oneof(
    fc.array(words, { maxLength: 30 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
    fc.json(),
  );
  const bytes = fc.oneof(
    text.map((content) => new Uint8Array(Buffer.from(content))),
    fc.uint8Array({ maxLength: 200 }),
  );

  it('the result is valid', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          { file: bytes, answer: text, stdoutTail: text, needsInput: fc.boolean() },
          { requiredKeys: ['needsInput'] },
        ),
        async (end) => {
          const result = await readResult(end);
          expect(await resultProblem(result, end)).toBeUndefined();
          const texts = Object.values(result).flat().join('');
          expect(texts).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each(['file', 'answer', 'stdoutTail'] as const)(
    'secrets are hidden before what was said is cut: %s',
    async (where) => {
      const mask = (text: string): string => text.replaceAll('swordfish', '***');
      for (let length = 1480; length <= 1520; length += 1)
        for (const said of [`${'a'.repeat(length)}swordfish`, `swordfish${'a'.repeat(length)}`]) {
          const content = where === 'file' ? Buffer.from(said) : said;
          const result = await readResult({ [where]: content, mask, needsInput: false });
          expect(JSON.stringify(result)).not.toMatch(/a[swordfih]+"|…[swordfih]+a/);
        }
    },
  );

  it('a result is read from the end of any words', async () => {
    const result = fc.record({ status: fc.constant('succeeded'), summary: fc.string() });
    // words that have no JSON of their own
    const before = fc.string({ unit: 'binary' }).map((said) => said.replace(/[`~]/g, ''));
    await fc.assert(
      fc.asyncProperty(before, result, fc.boolean(), async (said, value, fenced) => {
        const json = JSON.stringify(value);
        const answer = fenced ? `${said}\n\`\`\`json\n${json}\n\`\`\`\n` : `${said}\n${json}`;
        expect(await readResult({ answer, needsInput: false })).toMatchObject({
          status: 'succeeded',
        });
      }),
    );
  });
});
