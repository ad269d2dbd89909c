import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { HostInfo } from 'svc-registry/kernel';
import { Analyser } from './analyser.js';

const RULES = `rules:
  - id: intranet
    severity: HIGH
    title: A host of the internal network
    reasoning: Its name must not leave the company.
    pattern: 'corp\\.acme'
`;
const files = [
  {
    path: 'SKILL.md',
    mode: 0o644,
    role: 'instructions' as const,
    content: Buffer.from('---\nname: a\ndescription: b\n---\n\nAsk db.corp.acme first.\n'),
  },
];
const { signal } = new AbortController();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-rules-'));
});
afterAll(() => rm(folder, { recursive: true }));

const analyserWith = (rules?: string): Analyser =>
  new Analyser({ env: { SVC_REVIEW_RULES: rules }, version: '1.2.3' } as unknown as HostInfo);
const rulesetOf = async (rules?: string) => (await analyserWith(rules).engine()).ruleset;

it('has the same ruleset each time, and another one with rules of the operator', async () => {
  const file = join(folder, 'ours.yaml');
  await writeFile(file, RULES);
  const [own, again, more] = await Promise.all([rulesetOf(), rulesetOf(), rulesetOf(file)]);
  expect(again).toBe(own);
  expect(more).not.toBe(own);
  await writeFile(file, `${RULES}    fix: Leave it out.\n`);
  expect([own, more]).not.toContain(await rulesetOf(file));
});

it('applies the rules of a file and of a folder', async () => {
  await writeFile(join(folder, 'ours.yaml'), RULES);
  await writeFile(join(folder, 'notes.txt'), 'no rules');
  for (const rules of [folder, join(folder, 'ours.yaml')]) {
    const { findings } = await analyserWith(rules).analyse(files, signal);
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: 'operator/intranet', severity: 'HIGH', line: 6 }),
    );
  }
  expect((await analyserWith().analyse(files, signal)).findings).toEqual([]);
});

it('reviews nothing with rules that cannot be used', async () => {
  const file = join(folder, 'broken.yaml');
  await writeFile(file, RULES.replace('corp\\.acme', '(corp'));
  for (const [rules, code] of [
    [file, 'review_rules_invalid'],
    [folder, 'review_rules_invalid'],
    [join(folder, 'absent.yaml'), 'review_rules_invalid'],
    ['ours.yaml', 'bad_setting'],
  ] as const) {
    const analyser = analyserWith(rules);
    await expect(analyser.analyse(files, signal)).rejects.toMatchObject({ code });
    await expect(analyser.engine()).rejects.toMatchObject({ code });
  }
  await expect(analyserWith(file).engine()).rejects.toThrow(/broken\.yaml:6/);
});

it('repairs the texts of a skill; files that stay as they are keep their objects', async () => {
  const [skill] = files;
  const content = Buffer.from('---\ndescription: b\nname: a\n---\n\n# A\n');
  const other = { ...skill!, path: 'notes.txt', content: Buffer.from('c') };
  const fixed = await analyserWith().fix([{ ...skill!, content }, other], '', signal);
  expect(fixed.fixes).toMatchObject([{ kind: 'field-order', file: 'SKILL.md' }]);
  const [repaired, same] = fixed.files;
  expect(Buffer.from(repaired!.content).toString('utf8')).toMatch(/^---\nname: a\ndescription: b/);
  expect(same).toBe(other);
});

it('does nothing for those who have gone', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(analyserWith().analyse(files, gone)).rejects.toThrow('gone');
});
