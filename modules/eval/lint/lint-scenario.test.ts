import { describe, expect, it } from '@jest/globals';
import { scenarioOf } from '../testing/base.js';
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
