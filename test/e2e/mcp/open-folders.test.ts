/** Where tools may write: in what the client has opened, else in the repository of the folder that the server was started in. */
import { mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  ElicitRequestSchema,
  ListRootsRequestSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openProgram, type Program } from '../program.js';
import { writePlugin } from '../registry-server.js';
import { failed, openTools, wordsOf, type ToolClient } from './tool-client.js';

interface Situation {
  /** Folders that the client has opened; without any it does not tell them. */
  readonly roots?: readonly string[];
  /** What a person answers who is asked; without it the client cannot ask. */
  readonly person?: () => Promise<ElicitResult>;
  readonly args?: readonly string[];
  /** Where the server is started. */
  readonly cwd?: string;
}

describe('the folders that tools may write in', () => {
  let program: Program | undefined;
  let tools: ToolClient | undefined;
  let base: string;
  const asked: string[] = [];

  const at = (name: string): string => join(base, name);

  beforeEach(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:4', SVC_TOKEN: 'nobody-checks-it' });
    base = await realpath(program.cwd);
    for (const folder of ['repo/.git', 'repo/inside', 'other', 'plain/below'])
      await mkdir(at(folder), { recursive: true });
    await writePlugin(at('plugin'), { name: 'acme/own' });
  });

  afterEach(async () => {
    await tools?.close();
    await program?.close();
  });

  async function open({
    roots,
    person,
    args = [],
    cwd = 'repo/inside',
  }: Situation): Promise<ToolClient> {
    asked.length = 0;
    tools = await openTools(program!, {
      cwd: at(cwd),
      args,
      capabilities: { ...(roots && { roots: {} }), ...(person && { elicitation: {} }) },
      prepare: (client) => {
        if (roots) {
          const told = roots.map((name) => ({ uri: pathToFileURL(at(name)).href }));
          client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: told }));
        }
        if (person)
          client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
            asked.push(params.message);
            return person();
          });
      },
    });
    return tools;
  }

  const yes = (): Promise<ElicitResult> =>
    Promise.resolve({ action: 'accept', content: { agree: true } });
  const refused = failed({ code: 'consent_required' });

  const install = ({ call }: ToolClient, projectDir: string) =>
    call('install', { packageName: `file:${at('plugin')}`, projectDir });
  const make = ({ call }: ToolClient, path: string) =>
    call('new_plugin', { name: 'acme/fresh', summary: 'New.', rules: 'style', path });

  it.each<[string, Situation, { opened: string[]; closed: string[] }]>([
    ['are its roots', { roots: ['other'] }, { opened: ['other'], closed: ['repo', 'plain'] }],
    [
      'are all its roots',
      { roots: ['other', 'plain'] },
      { opened: ['other', 'plain/below', 'plain'], closed: ['repo'] },
    ],
    [
      'are, without roots, the repository around',
      {},
      { opened: ['repo/inside', 'repo'], closed: ['other'] },
    ],
    [
      'are, for a client with no root open, the repository around',
      { roots: [] },
      { opened: ['repo'], closed: ['other'] },
    ],
    [
      'are, for a client with no root that is here, the repository around',
      { roots: ['gone'] },
      { opened: ['repo'], closed: ['other'] },
    ],
    [
      'are, without roots and repository, the folder itself',
      { cwd: 'plain' },
      { opened: ['plain/below', 'plain'], closed: ['repo', 'other'] },
    ],
    [
      'are those, and what --allow-dir names',
      { args: ['--allow-dir', '../../other', '--allow-dir', '../../plain'] },
      { opened: ['other', 'plain'], closed: ['.'] },
    ],
  ])(
    '%s',
    async (_what, situation, { opened, closed }) => {
      const client = await open(situation);
      for (const folder of opened) {
        expect((await install(client, at(folder))).structuredContent).toMatchObject({
          project: at(folder),
        });
        expect((await make(client, at(`${folder}/made`))).structuredContent).toMatchObject({
          path: at(`${folder}/made`),
        });
      }
      for (const folder of closed) {
        const before = await readdir(at(folder));
        const answer = await install(client, at(folder));
        expect(answer).toMatchObject(refused);
        expect(wordsOf(answer)).toContain(
          `${at(folder) === at('.') ? base : at(folder)} is outside the open folders`,
        );
        expect(wordsOf(answer)).toContain('--allow-dir');
        expect(await make(client, at(`${folder}/made`))).toMatchObject(refused);
        expect(await readdir(at(folder))).toEqual(before);
      }
    },
    60_000,
  );

  it('are meant where they really are: a link out of them is outside', async () => {
    await symlink(at('other'), at('repo/inside/link'));
    const client = await open({});
    expect(await install(client, at('repo/inside/link'))).toMatchObject(refused);
    expect(await make(client, 'link/made')).toMatchObject(refused);
    await symlink(at('other/later'), at('repo/inside/dangling'));
    for (const path of ['dangling', 'dangling/made'])
      expect(await make(client, path)).toMatchObject(refused);
    expect(await readdir(at('other'))).toEqual([]);
  });

  it('are not left upwards either: a project above what is open is outside', async () => {
    await writeFile(at('repo/svc.json'), '{"name":"all","agents":[],"dependencies":{}}');
    const client = await open({ roots: ['repo/inside'] });
    expect(await client.call('install', { packageName: `file:${at('plugin')}` })).toMatchObject(
      refused,
    );
    expect(await readdir(at('repo'))).not.toContain('.svc');
  });

  it('hold all changes, those of update and uninstall too; looking is free', async () => {
    await writeFile(
      at('other/svc.json'),
      '{"name":"other","agents":[],"dependencies":{"acme/own":{"version":"1.0.0"}}}',
    );
    const { call } = await open({});
    const projectDir = at('other');
    expect(await call('uninstall', { packageName: 'acme/own', projectDir })).toMatchObject(refused);
    expect((await call('status', { projectDir })).structuredContent).toMatchObject({
      project: projectDir,
    });
    expect((await call('outdated', { projectDir })).structuredContent).toMatchObject({
      project: projectDir,
    });
    // the project is named where it is not the plugin's fault
    const unknown = await call('update', { tiles: ['acme/none'], projectDir });
    expect(wordsOf(unknown)).toContain(join(projectDir, 'svc.json'));
  });

  it('are left with the consent of a person, whose question names the tool and the folder', async () => {
    const client = await open({ person: yes });
    expect((await install(client, at('other'))).structuredContent).toMatchObject({
      project: at('other'),
    });
    expect((await make(client, at('other/made'))).isError).not.toBe(true);
    expect(asked).toEqual([
      expect.stringContaining(
        `\`install\` wants to change files in ${at('other')}, which is outside`,
      ),
      expect.stringContaining(
        `\`new_plugin\` wants to change files in ${at('other/made')}, which is outside`,
      ),
    ]);
    await install(client, at('repo'));
    expect(asked).toHaveLength(2);
  });

  it.each<[string, () => Promise<ElicitResult>]>([
    ['declines', () => Promise.resolve({ action: 'decline' })],
    ['closes the question', () => Promise.resolve({ action: 'cancel' })],
    [
      'leaves the box empty',
      () => Promise.resolve({ action: 'accept', content: { agree: false } }),
    ],
    ['is not there: the client accepts by itself', () => Promise.resolve({ action: 'accept' })],
    ['cannot be asked after all', () => Promise.reject(new Error('no window'))],
  ])('are not left when the person %s', async (_what, person) => {
    const client = await open({ person });
    expect(await install(client, at('other'))).toMatchObject(refused);
    expect(await readdir(at('other'))).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it('are the only ones that anything is published from, whatever a person says', async () => {
    const client = await open({ person: yes });
    await symlink(at('plugin'), at('repo/inside/link'));
    for (const path of [at('plugin'), 'link', join(at('plugin'), '.svc-plugin/plugin.json')]) {
      for (const tool of ['tile_publish', 'skill_publish']) {
        const answer = await client.call(tool, { path });
        expect(answer).toMatchObject(refused);
        expect(wordsOf(answer)).toContain(`${at('plugin')} is outside the open folders`);
      }
    }
    expect(asked).toEqual([]);
    await client.close();
    const allowed = await open({ args: ['--allow-dir', at('plugin')] });
    expect(await allowed.call('tile_publish', { path: at('plugin') })).toMatchObject({
      structuredContent: { error: { code: 'server_unreachable' } },
    });
  });

  it.each<[string, unknown, () => { message: string; hint: string }]>([
    [
      'that is not there',
      'gone',
      () => ({ message: `there is no folder ${at('repo/inside/gone')}`, hint: 'existing folder' }),
    ],
    [
      'that is a file',
      '../../plugin/rules/style.md',
      () => ({ message: 'is not a folder', hint: 'Give the folder' }),
    ],
    [
      'in the home folder',
      '~/code',
      () => ({ message: '"~/code" begins with ~', hint: join(program!.home, 'code') }),
    ],
    ['that is the home folder', '~', () => ({ message: '"~" begins with ~', hint: program!.home })],
    [
      'of somebody else',
      '~ada/code',
      () => ({ message: '"~ada/code" begins with ~', hint: 'Give an absolute path' }),
    ],
    ['by its address', 'file:///srv/a%20b', () => ({ message: 'is an address', hint: '/srv/a b' })],
    [
      'by another address',
      'vscode-remote://host/srv',
      () => ({ message: 'is an address', hint: 'Give an absolute path' }),
    ],
    ['that is no text', 7, () => ({ message: 'must be a text', hint: 'Give the path' })],
  ])(
    'are not guessed: a folder %s is refused in words that help',
    async (_what, projectDir, expected) => {
      const { call } = await open({});
      for (const tool of ['install', 'status', 'outdated']) {
        const answer = await call(tool, { projectDir });
        expect(answer).toMatchObject(
          failed({ code: 'invalid_input', issues: [{ field: 'projectDir' }] }),
        );
        const { error } = answer.structuredContent as { error: { message: string; hint: string } };
        expect(error.message).toContain(expected().message);
        expect(error.hint).toContain(expected().hint);
      }
    },
  );

  it.each(['new_plugin', 'tile_publish', 'skill_publish'])(
    'are not guessed by %s either',
    async (tool) => {
      const { call } = await open({});
      const rest =
        tool === 'new_plugin' ? { name: 'acme/fresh', summary: 'New.', rules: 'style' } : {};
      for (const path of ['~/code', 'file:///srv'])
        expect(await call(tool, { ...rest, path })).toMatchObject({
          structuredContent: { error: { code: 'invalid_input', issues: [{ field: 'path' }] } },
        });
    },
  );

  it('are checked at the start already', async () => {
    const started = await program!.run(['mcp', 'start', '--allow-dir', 'gone'], {
      cwd: at('repo'),
    });
    expect(started).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`there is no folder ${at('repo/gone')}`),
    });
  });
});
