import { beforeEach, describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as commands from '../../contract/plugin-commands.js';
import { manifest, Scratch, skill } from '../testing/scratch.js';

const scratch = new Scratch();
beforeEach(() => scratch.write({ 's/SKILL.md': skill }));

describe('skill import', () => {
  const written = async (): Promise<unknown> => JSON.parse(await scratch.read(`s/${manifest}`));

  it('makes a plugin of the folder, which lint and publish take', async () => {
    const created = await scratch.invoke(commands.importSkill, {
      path: 's/SKILL.md',
      workspace: 'acme',
    });
    expect(created).toEqual({
      path: join(scratch.cwd, 's'),
      plugin: 'acme/greet',
      files: [manifest],
    });
    expect(await written()).toEqual({
      name: 'acme/greet',
      version: '0.1.0',
      description: 'Use when greeting someone.',
      private: true,
      skills: ['./'],
    });
    expect(await scratch.invoke(commands.lintPlugin, { source: 's' })).toMatchObject({
      plugin: 'acme/greet',
      warnings: [],
    });
    expect(await scratch.invoke(commands.publishSkill, { path: 's' })).toMatchObject({
      plugin: 'acme/greet',
      version: '0.1.0',
    });
  });

  it('overwrites a manifest only when told to, and says public when told to', async () => {
    await scratch.invoke(commands.importSkill, { path: 's', workspace: 'acme' });
    await expect(
      scratch.invoke(commands.importSkill, { path: 's', workspace: 'other' }),
    ).rejects.toMatchObject({ code: 'manifest_exists' });
    await scratch.invoke(commands.importSkill, {
      path: 's',
      workspace: 'other',
      force: true,
      public: true,
    });
    expect(await written()).toMatchObject({ name: 'other/greet', private: false });
  });

  it('needs to know the workspace', async () => {
    await expect(scratch.invoke(commands.importSkill, { path: 's' })).rejects.toMatchObject({
      exit: 2,
    });
    await expect(
      scratch.invoke(commands.importSkill, { path: 's', workspace: 'Not One' }),
    ).rejects.toMatchObject({ exit: 2 });
    expect(await readdir(join(scratch.cwd, 's'))).toEqual(['SKILL.md']);
  });

  it('writes nothing for a skill that breaks a rule, or where there is none', async () => {
    await scratch.write({ 's/SKILL.md': skill.replace('greet', 'Greet!') });
    const refusal = {
      code: 'plugin_invalid',
      issues: [{ file: 'SKILL.md', line: 2, field: 'name' }],
    };
    await expect(
      scratch.invoke(commands.importSkill, { path: 's', workspace: 'acme' }),
    ).rejects.toMatchObject(refusal);
    await expect(scratch.invoke(commands.importSkill, { workspace: 'acme' })).rejects.toMatchObject(
      {
        code: 'plugin_missing',
      },
    );
    expect(await readdir(join(scratch.cwd, 's'))).toEqual(['SKILL.md']);
  });
});

describe('skill unpublish, archive and delete', () => {
  it.each([
    [commands.unpublishSkill, 'svc plugin unpublish acme/tools@<version>'],
    [commands.archiveSkill, 'svc plugin archive acme/tools --reason <text>'],
    [commands.deleteSkill, 'svc plugin archive acme/tools --reason <text>'],
  ])('say what to do instead: %#', async (operation, command) => {
    const named = await scratch.invoke(operation, { skill: 'acme/tools@1.0.0#greet' });
    expect(named.message).toContain('nothing was changed');
    expect(named.commands.map((step) => step.command)).toContain(command);
    const [search] = (await scratch.invoke(operation, { skill: 'greet' })).commands;
    expect(search).toMatchObject({ command: 'svc search --type skills greet' });
    expect((await scratch.invoke(operation, {})).commands.map((step) => step.command)).toContain(
      command.replace('acme/tools', '<workspace>/<plugin>'),
    );
  });
});
