import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { handle, notFound, type Handler } from 'svc-registry/kernel';
import { startTestHost } from 'svc-registry/testing';
import { launchSkill } from '../../contract/commands.js';
import { findSkill } from '../../contract/skill-operations.js';
import type { FindSkillInput, SkillView } from '../../contract/skill-view.js';
import launch from '../../module.js';

const script = [{ say: { status: 'succeeded', summary: 'Brewed.' } }];
const text = `---\nname: tea\ndescription: Use for tea.\n---\n\n\`\`\`script\n${JSON.stringify(script)}\n\`\`\`\n`;

const known = new Map([
  ['acme/tea', { tile: 'acme/kitchen', skill: 'tea', path: 'skills/tea' }],
  ['acme/mate', { tile: 'acme/mate', skill: 'tea', path: '.' }],
]);

/** Knows two skills: what the server's own looks up is tested with it. */
class TwoSkills implements Handler<FindSkillInput, SkillView> {
  run({ skill }: FindSkillInput): Promise<SkillView> {
    const found = known.get(skill);
    if (found === undefined) return Promise.reject(notFound({ kind: 'skill', id: skill }));
    return Promise.resolve({ ...found, version: '1.0.0' });
  }
}

const operations = (launch.operations ?? []).map((bound) =>
  bound.operation === findSkill
    ? handle(findSkill, { run: () => Promise.resolve(TwoSkills) })
    : bound,
);

it('a skill of the registry runs from its published version', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'svc-registry-skill-'));
  const plugins = [
    { name: 'acme/kitchen', files: { 'skills/tea/SKILL.md': text } },
    { name: 'acme/mate', files: { 'SKILL.md': text } },
  ];
  const env = { PATH: dirname(process.execPath), HOME: cwd, SVC_MODERATION: 'off' };
  const modules = [{ ...launch, operations }];
  const world = { organization: 'acme', plugins };
  await startTestHost({ facet: 'both', modules, cwd, env, ...world }, async ({ invoke }) => {
    const agent = 'scripted';
    for (const skill of known.keys())
      expect(await invoke(launchSkill, { skill, agent })).toEqual({
        launchRunId: null,
        status: 'completed',
        result: { status: 'succeeded', summary: 'Brewed.' },
      });
    await expect(invoke(launchSkill, { skill: 'acme/soup', agent })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
  rmSync(cwd, { recursive: true });
});
