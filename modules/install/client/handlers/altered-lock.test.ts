import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PluginSketch } from '../testing/make-plugin.js';
import { TestProject } from '../testing/test-project.js';
import { VerifyHandler } from './verify.js';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
  await project.publish(guard('acme/guard'));
  await project.publish({ name: 'acme/other', skills: ['other'] });
  await project.install(['acme/guard', 'acme/other'], { agent: agents });
});
afterEach(() => project.drop());

const agents = ['claude-code', 'gemini'];
const frozen = { frozenLockfile: true };

function guard(name: string): PluginSketch {
  const command = (line: string, more: object = {}) => ({
    type: 'command',
    command: line,
    ...more,
  });
  const hooks = {
    PreToolUse: [
      {
        matcher: 'Bash',
        hooks: [
          command('${SVC_PLUGIN_DIR}/bin/check', { args: ['a', 'b'], env: { MODE: 'strict' } }),
          command('true'),
        ],
      },
      { matcher: 'Edit', hooks: [command('true')] },
    ],
    Stop: [{ hooks: [command('true')] }],
  };
  const nativeHooks = {
    gemini: { BeforeModel: [{ hooks: [command('${SVC_PLUGIN_DIR}/bin/model')] }] },
  };
  const mcpServers = {
    local: { type: 'stdio', command: 'node', args: ['-y', 'server.js'], env: { LEVEL: '1' } },
    remote: { type: 'http', url: 'https://example.com/mcp', headers: { 'X-Key': 'k' } },
  };
  return {
    name,
    manifest: { hooks, nativeHooks },
    files: {
      '.mcp.json': JSON.stringify({ mcpServers }),
      'bin/check': '#!/bin/sh\n',
      'bin/model': '#!/bin/sh\n',
    },
  };
}

type Change = (value: unknown) => unknown;

const evil = { type: 'command', command: 'evil' };
const to = (value: unknown) => (): unknown => value;
const gone = to(undefined);
const reversed: Change = (list) => [...(list as unknown[])].reverse();
const with_ =
  (more: unknown): Change =>
  (list) => [...(list as unknown[]), more];

/** What somebody does → where in the entry of the plugin, what comes there, and the entry that is named, if it is not the one that the path leads to. */
const alterations: Readonly<
  Record<string, readonly [path: string, change: Change, entry?: string]>
> = {
  'another command of a hook': ['hooks.PreToolUse.0.hooks.0.command', to('evil')],
  'other arguments of a hook': ['hooks.PreToolUse.0.hooks.0.args.1', to('evil')],
  'arguments of a hook in another order': ['hooks.PreToolUse.0.hooks.0.args', reversed],
  'another environment of a hook': ['hooks.PreToolUse.0.hooks.0.env.MODE', to('off')],
  'a variable more for a hook': ['hooks.PreToolUse.0.hooks.0.env.LD_PRELOAD', to('evil.so')],
  'no arguments, so that a shell reads the command': ['hooks.PreToolUse.0.hooks.0.args', gone],
  'another matcher': ['hooks.PreToolUse.0.matcher', to('Read')],
  'hooks in another order': ['hooks.PreToolUse.0.hooks', reversed],
  'groups in another order': ['hooks.PreToolUse', reversed],
  'a hook more': ['hooks.Stop.0.hooks', with_(evil)],
  'an event more': ['hooks.SessionStart', to([{ hooks: [evil] }])],
  'an event less': ['hooks.Stop', gone],
  'no hooks': ['hooks', gone, 'hooks.Stop'],
  'another command of a tool server': ['toolServers.local.command', to('evil')],
  'arguments of a tool server in another order': ['toolServers.local.args', reversed],
  'another environment of a tool server': ['toolServers.local.env.LEVEL', to('2')],
  'another address': ['toolServers.remote.url', to('https://evil.example/mcp')],
  'other headers': ['toolServers.remote.headers', to({})],
  'a tool server more': [
    'toolServers.evil',
    to({ type: 'stdio', command: 'evil', args: [], env: {} }),
  ],
  'a tool server less': ['toolServers.remote', gone],
  'no tool servers': ['toolServers', gone, 'toolServers.local'],
  "another hook in an agent's own form": [
    'nativeHooks.gemini.BeforeModel.0.hooks.0.command',
    to('evil'),
  ],
  'hooks in the form of another agent': [
    'nativeHooks.claude-code',
    to({ Stop: [{ hooks: [evil] }] }),
  ],
  "no hooks in an agent's own form": ['nativeHooks', gone, 'nativeHooks.gemini'],
};

interface Lock {
  readonly plugins: Record<string, unknown>;
  readonly written: { readonly toolServers: Readonly<Record<string, Record<string, string>>> };
}

async function rewriteLock(change: (lock: Lock) => void): Promise<void> {
  const lock = (await project.json('svc-lock.json')) as unknown as Lock;
  change(lock);
  await project.write('svc-lock.json', JSON.stringify(lock, null, 2));
}

/** Changes what stands at a path in the entry of the plugin. */
function alter(path: string, change: Change): Promise<void> {
  return rewriteLock(({ plugins }) => {
    plugins['acme/guard'] = changedAt(plugins['acme/guard'], path.split('.'), change);
  });
}

function changedAt(value: unknown, [key, ...rest]: readonly string[], change: Change): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item, index) =>
      String(index) === key ? changedAt(item, rest, change) : (item as unknown),
    );
  const fields = value as Readonly<Record<string, unknown>>;
  return { ...fields, [key]: changedAt(fields[key], rest, change) };
}

const refusal = (entry: string) => ({
  code: 'lock_altered',
  message: expect.stringMatching(
    /svc-lock\.json lists other hooks or tool servers than the files of acme\/guard declare/,
  ),
  hint: expect.stringMatching(/version control.*svc install/),
  issues: expect.arrayContaining([
    {
      file: 'svc-lock.json',
      field: `acme/guard.${entry}`,
      message: expect.stringContaining('.svc/plugins/acme/guard/'),
    },
  ]),
});

const verify = () => new VerifyHandler(project.tools).run({}, project.context);

const refusesToInstall = async (entry: string): Promise<void> => {
  const before = await project.state();
  for (const install of [
    project.install([]),
    project.install([], frozen),
    project.install(['acme/guard@1.0.0']),
  ]) {
    await expect(install).rejects.toMatchObject(refusal(entry));
  }
  expect(await project.state()).toEqual(before);
};

describe.each(Object.entries(alterations))(
  'a lock that says of a plugin %s',
  (_, [path, change, named]) => {
    const entry = named ?? path.split('.').slice(0, 2).join('.');

    it('is refused by every install and found by verify-install, which name plugin and entry and change nothing', async () => {
      await alter(path, change);
      await refusesToInstall(entry);
      const { differences } = await verify();
      expect(differences).toContainEqual({
        plugin: 'acme/guard',
        path: 'svc-lock.json',
        kind: 'altered',
        message: expect.stringMatching(`^${entry} is (?:not|missing)`),
      });
      expect(differences.filter(({ kind }) => kind !== 'altered')).toEqual([]);
    });

    it('is refused after a clone too, and makes no other command write what the plugin does not declare', async () => {
      await project.setMode('managed');
      await alter(path, change);
      await rm(join(project.root, '.svc/plugins/acme/guard'), { recursive: true });
      await refusesToInstall(entry);
      await project.init({ agent: ['cursor', 'codex'] });
      await project.uninstall('acme/other');
      const written = Object.entries(await project.state()).filter(
        ([path]) => path !== 'svc-lock.json',
      );
      expect(written.filter(([, text]) => text.includes('evil'))).toEqual([]);
    });
  },
);

describe('a lock', () => {
  it('may have its keys in any order, and keys of its own', async () => {
    const otherOrder: Change = (fields) =>
      Object.fromEntries(Object.entries(fields as object).reverse());
    await alter('hooks', otherOrder);
    await alter('toolServers.local', otherOrder);
    await alter('later', to(1));
    const before = await project.state();
    expect((await project.install([])).plugins.map(({ action }) => action)).toEqual([
      'unchanged',
      'unchanged',
    ]);
    expect((await verify()).differences).toEqual([]);
    expect({ ...(await project.state()), 'svc-lock.json': '' }).toEqual({
      ...before,
      'svc-lock.json': '',
    });
  });

  it('that was altered stops other commands too where the plugin is in place', async () => {
    await alter('toolServers.local.command', to('evil'));
    const before = await project.state();
    await expect(project.init({ agent: ['codex'] })).rejects.toMatchObject(
      refusal('toolServers.local'),
    );
    await expect(project.uninstall('acme/other')).rejects.toMatchObject(
      refusal('toolServers.local'),
    );
    await expect(project.update({ yes: true })).rejects.toMatchObject(refusal('toolServers.local'));
    expect(await project.state()).toEqual(before);
    await project.uninstall('acme/guard');
    expect(Object.keys((await project.json('.mcp.json'))['mcpServers'] as object)).toEqual(['svc']);
  });

  it('that hides all that a plugin starts stops other commands too: its hooks are not taken away unnoticed', async () => {
    for (const section of ['hooks', 'nativeHooks', 'toolServers']) await alter(section, gone);
    const before = await project.state();
    await expect(project.init({ agent: ['codex'] })).rejects.toMatchObject(
      refusal('hooks.PreToolUse'),
    );
    await expect(project.uninstall('acme/other')).rejects.toMatchObject(
      refusal('toolServers.local'),
    );
    expect(await project.state()).toEqual(before);
  });

  it('that was altered is written anew when the entry is taken out of it', async () => {
    const before = await project.state();
    await rewriteLock(({ plugins }) => delete plugins['acme/guard']);
    await project.install([]);
    expect(await project.state()).toEqual(before);
  });

  it('that was altered with the files of its plugin is refused for these', async () => {
    const manifest = '.svc/plugins/acme/guard/.svc-plugin/plugin.json';
    await project.setMode('managed');
    await project.write(manifest, (await project.read(manifest)).replace('bin/check', 'bin/evil'));
    await alter('hooks.PreToolUse.0.hooks.0.command', to('${SVC_PLUGIN_DIR}/bin/evil'));
    expect((await verify()).differences).toContainEqual(
      expect.objectContaining({ path: manifest, kind: 'changed' }),
    );
    await refusesToInstall('hooks.PreToolUse');
    const repair = new VerifyHandler(project.tools).run({ repair: true }, project.context);
    await expect(repair).rejects.toMatchObject(refusal('hooks.PreToolUse'));
    // nobody can tell here what the plugin declares: then nothing is written for it
    await project.init({ agent: ['codex'] });
    expect(await project.read('.codex/config.toml')).not.toContain('server.js');
  });

  it('of the user is compared too, and the hint says where', async () => {
    await project.install(['acme/guard'], { agent: ['claude-code'], global: true });
    const file = join(project.home, '.svc/svc-lock.json');
    await rewrite(file, (text) => text.replace('"strict"', '"off"'));
    await expect(project.install([], { global: true })).rejects.toMatchObject({
      code: 'lock_altered',
      hint: expect.stringContaining('svc install --global'),
      issues: [
        {
          file: '.svc/svc-lock.json',
          field: 'acme/guard.hooks.PreToolUse',
          message: expect.any(String),
        },
      ],
    });
  });

  it('names no program that a frozen install would write: entries that stand there stay, others start this one', async () => {
    const hooksBefore = await project.json('.claude/settings.json');
    await rewriteLock(({ written }) => {
      for (const entries of Object.values(written.toolServers)) {
        entries['svc'] = JSON.stringify({
          ...(JSON.parse(String(entries['svc'])) as object),
          command: '/tmp/evil',
          args: ['mcp', 'start'],
        });
      }
    });
    await rm(join(project.root, '.mcp.json'));
    await project.install([], frozen);
    const written = Object.entries(await project.state()).filter(
      ([path]) => path !== 'svc-lock.json',
    );
    expect(written.filter(([, text]) => text.includes('evil'))).toEqual([]);
    expect(await project.json('.claude/settings.json')).toEqual(hooksBefore);
  });
});

async function rewrite(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}
