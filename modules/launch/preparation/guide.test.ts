import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { MemoryPluginFormat } from '../../registry/format/plugin-format.js';
import { fillBody, listReader, missingInputs, readSkill, resolveSchemas } from './index.js';

it('the skill of the guide is prepared as the guide says', async () => {
  const guide = readFileSync('docs/guides/launch.md', 'utf8');
  const [, path = '', text = ''] = /```md file="(.*)"\n([^]*?)```\n/.exec(guide) ?? [];
  const skill = await readSkill({ path, content: Buffer.from(text) }, new MemoryPluginFormat());
  const { inputs: schema } = await resolveSchemas(skill, {
    readLocal: listReader([{ path: 'schemas/notes.json', content: Buffer.from('{}') }]),
    fetchRemote: () => Promise.reject(new Error('nothing is fetched')),
  });
  const fill = (inputs: Readonly<Record<string, string>>) =>
    fillBody({ schema, body: skill.body, inputs });
  expect(await fill({ version: '1.2.3', issues: '12' })).toBe(
    '\nWrite the notes of version 1.2.3 for users. Name at most 12 issues.\n',
  );
  expect(missingInputs({ schema, body: skill.body, inputs: {} })).toEqual([
    { name: 'version', required: true },
    { name: 'issues', required: true, description: 'How many issues to name.' },
  ]);
  await expect(fill({ version: '1.2', issues: 'few', audience: 'all' })).rejects.toMatchObject({
    code: 'inputs_invalid',
    issues: [{ field: 'inputs.version' }, { field: 'inputs.audience' }, { field: 'inputs.issues' }],
  });
});
