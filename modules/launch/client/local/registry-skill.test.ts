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

/** Knows one skill: what the server's own looks up is tested with it. */
class OneSkill implements Handler<FindSkillInput, SkillView> {
  run({ skill }: FindSkillInput): Promise<SkillView> {
    if (skill !== 'acme/tea') return Promise.reject(notFound({ kind: 'skill', id: skill }));
    return Promise.resolve({
      tile: 'acme/kitchen',
      version: '1.0.0',
      skill: 'tea',
      path: 'skills/tea',
    });
  }
}

const operations = (launch.operations ?? []).map((bound) =>
  bound.operation === findSkill
    ? handle(findSkill, { run: () => Promise.resolve(OneSkill) })
    : bound,
);

it('a skill of the registry runs from its published version', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'svc-registry-skill-'));
  const plugin = { name: 'acme/kitchen', files: { 'skills/tea/SKILL.md': text } };
  const env = { PATH: dirname(process.execPath), HOME: cwd, SVC_MODERATION: 'off' };
  const modules = [{ ...launch, operations }];
  const world = { organization: 'acme', plugins: [plugin] };
  await startTestHost({ facet: 'both', modules, cwd, env, ...world }, async ({ invoke }) => {
    const agent = 'scripted';
    expect(await invoke(launchSkill, { skill: 'acme/tea', agent })).toEqual({
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
