import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { usageError, type Context } from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { folderWorkspacesKey } from '../contract/folder-workspaces.js';
import project from '../module.js';

const asked = (): never => {
  throw usageError({ what: 'Name the workspace.' });
};
const contextOf = (env: Context['env']) =>
  ({ env, ask: { text: asked }, invoke: asked }) as unknown as Context;

describe('the workspace of a folder', () => {
  let host: TestHost;
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-workspace-'));
    await mkdir(join(folder, '.git'));
    await mkdir(join(folder, '.svc-plugin'));
    host = await startTestHost({ modules: [project], facet: 'client' });
  });

  afterEach(async () => {
    await host.stop();
    await rm(folder, { recursive: true });
  });

  const pluginIs = (name: string): Promise<void> =>
    writeFile(join(folder, '.svc-plugin', 'plugin.json'), JSON.stringify({ name }));
  const workspace = async (named?: string, env: Context['env'] = {}): Promise<string> => {
    const request = { folder, named, question: 'Workspace' };
    return (await host.kernel.services('project'))
      .get(folderWorkspacesKey)
      .of(request, contextOf(env));
  };

  it('is named by the flag, SVC_WORKSPACE, svc.json or the plugin, in this order', async () => {
    await pluginIs('from-plugin/x');
    expect(await workspace()).toBe('from-plugin');
    await writeFile(join(folder, 'svc.json'), '{"name":"from-file/x"}');
    expect(await workspace()).toBe('from-file');
    expect(await workspace('', { SVC_WORKSPACE: '' })).toBe('from-file');
    expect(await workspace(undefined, { SVC_WORKSPACE: 'from-env' })).toBe('from-env');
    expect(await workspace('from-flag', { SVC_WORKSPACE: 'from-env' })).toBe('from-flag');
  });

  it('is not that of the plugin where somebody else wrote it', async () => {
    await pluginIs('strangers/x');
    const request = { folder, question: 'Workspace', byManifest: false };
    const workspaces = (await host.kernel.services('project')).get(folderWorkspacesKey);
    await expect(workspaces.of(request, contextOf({}))).rejects.toMatchObject({ code: 'usage' });
  });

  it.each([
    [['mine'], 'mine'],
    [['mine', 'other'], 'which of mine, other?'],
    [[], 'Name the workspace.'],
  ])('is the only one of the caller where that is wanted: %j', async (own, expected) => {
    const context = {
      env: {},
      ask: {
        text: () => 'Name the workspace.',
        select: ({ options }: { options: { value: string }[] }) =>
          `which of ${options.map(({ value }) => value).join(', ')}?`,
      },
      invoke: () => Promise.resolve({ data: own.map((name) => ({ name })) }),
    } as unknown as Context;
    const request = { folder, question: 'Workspace', takeOnly: true };
    const workspaces = (await host.kernel.services('project')).get(folderWorkspacesKey);
    expect(await workspaces.of(request, context)).toBe(expected);
  });

  it.each(['plugin', '/x', '../x', 'a b/x', 'v1/x'])(
    'is asked for where the plugin is called "%s", which names none',
    async (name) => {
      await pluginIs(name);
      await expect(workspace()).rejects.toMatchObject({ message: 'Name the workspace.' });
    },
  );
});
