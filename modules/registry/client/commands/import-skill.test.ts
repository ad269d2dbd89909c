import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestHost } from 'svc-registry/testing';
import * as commands from '../../contract/plugin-commands.js';
import { startRegistryHost } from '../testing/registry-host.js';

const manifest = '.svc-plugin/plugin.json';
const skill = '---\nname: greet\ndescription: Use when greeting someone.\n---\nSay hello.\n';
let cwd: string;
let host: TestHost;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'svc-import-'));
  await mkdir(join(cwd, 's'));
  await writeFile(join(cwd, 's/SKILL.md'), skill);
  host = await startRegistryHost({ cwd, shelf: new Map() });
});
afterEach(async () => {
  await host.stop();
  await rm(cwd, { recursive: true, force: true });
});

describe('skill import', () => {
  const written = async (): Promise<unknown> =>
    JSON.parse(await readFile(join(cwd, 's', manifest), 'utf8'));

  it('makes a plugin of the folder, which lint and publish take', async () => {
    const created = await host.invoke(commands.importSkill, {
      path: 's/SKILL.md',
      workspace: 'acme',
    });
    expect(created).toEqual({ path: join(cwd, 's'), plugin: 'acme/greet', files: [manifest] });
    expect(await written()).toEqual({
      name: 'acme/greet',
      version: '0.1.0',
      description: 'Use when greeting someone.',
      private: true,
      skills: ['./'],
    });
    expect(await host.invoke(commands.lintPlugin, { source: 's' })).toMatchObject({
      plugin: 'acme/greet',
      warnings: [],
    });
    expect(await host.invoke(commands.publishSkill, { path: 's' })).toMatchObject({
      plugin: 'acme/greet',
      version: '0.1.0',
    });
  });

  it('overwrites a manifest only when told to, and says public when told to', async () => {
    await host.invoke(commands.importSkill, { path: 's', workspace: 'acme' });
    await expect(
      host.invoke(commands.importSkill, { path: 's', workspace: 'other' }),
    ).rejects.toMatchObject({ code: 'manifest_exists' });
    await host.invoke(commands.importSkill, {
      path: 's',
      workspace: 'other',
      force: true,
      public: true,
    });
    expect(await written()).toMatchObject({ name: 'other/greet', private: false });
  });

  it('needs to know the workspace', async () => {
    await expect(host.invoke(commands.importSkill, { path: 's' })).rejects.toMatchObject({
      exit: 2,
    });
    await expect(
      host.invoke(commands.importSkill, { path: 's', workspace: 'Not One' }),
    ).rejects.toMatchObject({ exit: 2 });
    expect(await readdir(join(cwd, 's'))).toEqual(['SKILL.md']);
  });

  it('writes nothing for a skill that breaks a rule, or where there is none', async () => {
    await writeFile(join(cwd, 's/SKILL.md'), skill.replace('greet', 'Greet!'));
    const refusal = {
      code: 'plugin_invalid',
      issues: [{ file: 'SKILL.md', line: 2, field: 'name' }],
    };
    await expect(
      host.invoke(commands.importSkill, { path: 's', workspace: 'acme' }),
    ).rejects.toMatchObject(refusal);
    await expect(host.invoke(commands.importSkill, { workspace: 'acme' })).rejects.toMatchObject({
      code: 'plugin_missing',
    });
    expect(await readdir(join(cwd, 's'))).toEqual(['SKILL.md']);
  });
});

describe('skill unpublish, archive and delete', () => {
  it.each([
    [commands.unpublishSkill, 'svc plugin unpublish acme/tools@<version>'],
    [commands.archiveSkill, 'svc plugin archive acme/tools --reason <text>'],
    [commands.deleteSkill, 'svc plugin archive acme/tools --reason <text>'],
  ])('say what to do instead: %#', async (operation, command) => {
    const named = await host.invoke(operation, { skill: 'acme/tools@1.0.0#greet' });
    expect(named.message).toContain('nothing was changed');
    expect(named.commands.map((step) => step.command)).toContain(command);
    const [search] = (await host.invoke(operation, { skill: 'greet' })).commands;
    expect(search).toMatchObject({ command: 'svc search --type skills greet' });
    expect((await host.invoke(operation, {})).commands.map((step) => step.command)).toContain(
      command.replace('acme/tools', '<workspace>/<plugin>'),
    );
  });
});
