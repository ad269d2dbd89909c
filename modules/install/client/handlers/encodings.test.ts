import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ListHandler } from './list.js';
import { TestProject } from '../testing/test-project.js';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
  await project.publish({ name: 'acme/tools', skills: ['review'], rules: ['style'] });
});
afterEach(() => project.drop());

describe('a file in another encoding than UTF-8', () => {
  it.each([
    ['CLAUDE.md', Buffer.from('# Caf\xe9\n', 'latin1')],
    ['.mcp.json', Buffer.from('{ "mcpServers": { "caf\xe9": { "command": "x" } } }\n', 'latin1')],
    ['.gitignore', Buffer.from('caf\xe9/\n', 'latin1')],
    ['.claude/settings.json', Buffer.from('{ "model": "caf\xe9" }', 'latin1')],
  ])('%s is named, and keeps its bytes', async (file, bytes) => {
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] };
    const hooked = await project.plugin('hooked', { name: 'acme/hooked', manifest: { hooks } });
    await project.write('svc.json', '{ "name": "x", "mode": "managed" }\n');
    await project.write(file, '');
    await writeFile(join(project.root, file), bytes);
    await expect(
      project.install(['acme/tools', hooked], { agent: ['claude-code'] }),
    ).rejects.toMatchObject({
      code: 'project_file_invalid',
      issues: [{ file, message: expect.stringContaining('is not in UTF-8') }],
    });
    expect(await readFile(join(project.root, file))).toEqual(bytes);
  });

  it.each(['svc.json', 'svc-lock.json'])(
    '%s stops what only reads it, with its place',
    async (file) => {
      await project.install(['acme/tools'], { agent: ['agents'] });
      const bytes = Buffer.concat([
        Buffer.from('{\n  "a": "\uFFFD", "caf'),
        Buffer.from([0xe9]),
        Buffer.from('": 1\n}\n'),
      ]);
      await writeFile(join(project.root, file), bytes);
      await expect(new ListHandler(project.tools).run({}, project.context)).rejects.toMatchObject({
        code: 'project_file_invalid',
        issues: [
          { file, line: 2, column: 17, message: expect.stringContaining('is not in UTF-8') },
        ],
      });
      expect(await readFile(join(project.root, file))).toEqual(bytes);
    },
  );

  it('that is not changed is not refused', async () => {
    await writeFile(
      join(project.root, 'AGENTS.md'),
      Buffer.from('caf\xe9 @.svc/RULES.md\n', 'latin1'),
    );
    await project.install(['acme/tools'], { agent: ['agents'] });
    expect((await readFile(join(project.root, 'AGENTS.md'))).toString('latin1')).toBe(
      'caf\xe9 @.svc/RULES.md\n',
    );
  });
});
