import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rules } from '../scenario/rules.js';
import { criteriaOf, scenarioOf } from '../testing/base.js';
import { flaws } from '../testing/flaws/index.js';
import { soundScenarios } from '../testing/sound.js';
import { memoryFolder, type Files } from '../testing/memory-folder.js';
import { lintScenario } from './lint-scenario.js';

async function findingsOf(files: Files) {
  const lint = await lintScenario(memoryFolder(files));
  return lint.kind === 'scenario' ? lint.findings : [];
}

const shown = async (files: Files) =>
  (await findingsOf(files)).map(
    ({ rule, file, line, field, message }) =>
      `${rule} ${file}:${line ?? ''} ${field ?? ''} ${message}`,
  );

describe.each(flaws.map((flaw) => [flaw.rule, flaw.what, flaw] as const))(
  '%s: %s',
  (rule, _what, { flawed, twin }) => {
    it('is found', async () => {
      expect((await findingsOf(scenarioOf(flawed))).map((finding) => finding.rule)).toContain(rule);
    });

    it('is not found in its twin, and nothing else', async () => {
      expect(await shown(scenarioOf(twin))).toEqual([]);
    });
  },
);

it.each(Object.entries(soundScenarios))('nothing is found in %s', async (_kind, files) => {
  expect(await shown(files)).toEqual([]);
});

it('whatever the texts are, the rules come to an end', async () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('Does not', '`', '"', 'No', '.', 'a.b_c', '1'),
  );
  const words = fc.array(text, { maxLength: 12 }).map((parts) => parts.join(' '));
  await fc.assert(
    fc.asyncProperty(words, fc.array(words, { maxLength: 5 }), async (given, descriptions) => {
      const items = descriptions.map((description, index) => ({
        name: String(index),
        description: `a ${description}`,
        max_score: index,
      }));
      const lint = await lintScenario(
        memoryFolder({ 'task.md': `Do. ${given}`, 'criteria.json': criteriaOf(...items) }),
      );
      expect(lint.kind).toBe('scenario');
    }),
  );
});

it('the guide has every rule, with its severity', async () => {
  const guide = await readFile('docs/guides/evaluations.md', 'utf8');
  const rows = [...guide.matchAll(/^\| `([a-z-]+)` +\| (error|warning) +\|/gm)];
  expect(Object.fromEntries(rows.map(([, id, severity]) => [id, severity]))).toEqual(
    Object.fromEntries(Object.entries(rules).map(([id, { severity }]) => [id, severity])),
  );
});

it('every rule has a flaw', () => {
  expect([...new Set(flaws.map(({ rule }) => rule))].sort()).toEqual(Object.keys(rules).sort());
});
