import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program } from '../program.js';
import { failed, openTools, wordsOf, type ToolClient } from './tool-client.js';

describe('the project that tools work in', () => {
  let program: Program;
  let tools: ToolClient | undefined;
  /** How often the client was asked. */
  let questions = 0;

  const folderOf = (name: string): string => join(program.cwd, name);
  const addressOf = (name: string): string => pathToFileURL(folderOf(name)).href;

  beforeAll(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:4' });
    for (const name of ['started', 'one', 'two', 'a b #ü%41', 'no project']) {
      await mkdir(folderOf(name), { recursive: true });
      if (name === 'no project') continue;
      await writeFile(
        join(folderOf(name), 'svc.json'),
        JSON.stringify({ name, mode: 'vendored', agents: ['codex'], dependencies: {} }),
      );
    }
    await writeFile(folderOf('file'), '');
  });

  afterEach(() => tools?.close());
  afterAll(() => program.close());

  /** A client that has opened these roots; without any it does not tell them. */
  async function withRoots(
    roots?: string[] | (() => Promise<string[]>),
    cwd = 'started',
  ): Promise<ToolClient> {
    questions = 0;
    tools = await openTools(program, {
      cwd: folderOf(cwd),
      ...(roots && { capabilities: { roots: { listChanged: true } } }),
      prepare: (client) => {
        if (roots === undefined) return;
        client.setRequestHandler(ListRootsRequestSchema, async () => {
          questions += 1;
          return { roots: (Array.isArray(roots) ? roots : await roots()).map((uri) => ({ uri })) };
        });
      },
    });
    return tools;
  }

  /** Which project an install of everything takes for its own, and what is said about that. */
  async function project(
    { call }: ToolClient,
    args: Record<string, string> = {},
  ): Promise<{ name: string; words: string }> {
    const answer = await call('install', args);
    expect(answer.isError).not.toBe(true);
    return {
      name: (answer.structuredContent as { project: string }).project.slice(program.cwd.length + 1),
      words: wordsOf(answer),
    };
  }

  it('is the folder that the server was started in, where the client tells no roots', async () => {
    expect(await project(await withRoots())).toMatchObject({ name: 'started' });
    await tools?.close();
    expect(await project(await withRoots([]))).toMatchObject({ name: 'started' });
  });

  it.each(['one', 'a b #ü%41'])('is the root of the client: %s', async (name) => {
    const client = await withRoots([addressOf(name)]);
    const { name: found, words } = await project(client);
    expect(found).toBe(name);
    expect(words).not.toContain(' root');
    await project(client);
    expect(questions).toBe(1);
  });

  it('is, of several roots, one with a project, and the others are named', async () => {
    const { name, words } = await project(
      await withRoots([addressOf('no project'), addressOf('two'), addressOf('one')]),
    );
    expect(name).toBe('two');
    expect(words).toContain(
      `worked in ${folderOf('two')}, not in ${folderOf('no project')}, ${folderOf('one')}.`,
    );
  });

  it('is, of several roots with projects, the one that the server was started in', async () => {
    expect(
      await project(await withRoots([addressOf('one'), addressOf('two')], 'two')),
    ).toMatchObject({ name: 'two' });
  });

  it.each<[string, () => string]>([
    ['not there', () => addressOf('gone')],
    ['a file', () => addressOf('file')],
    ['of another kind', () => 'https://example.com/one'],
    ['of another machine', () => 'file://example.com/one'],
    ['no path', () => 'file:///a%2Fb'],
    ['no address', () => 'one'],
  ])(
    'is not a root that is %s: the server says so and stays where it was started',
    async (_what, address) => {
      // the client's own check lets file addresses through only
      const { name, words } = await project(await withRoots([address()]));
      expect(name).toBe('started');
      expect(words).toMatch(/root/);
    },
  );

  it('is asked for anew when the client says that its roots have changed', async () => {
    let roots = [addressOf('one')];
    const client = await withRoots(() => Promise.resolve(roots));
    expect(await project(client)).toMatchObject({ name: 'one' });
    roots = [addressOf('two')];
    expect(await project(client)).toMatchObject({ name: 'one' });
    await client.client.sendRootsListChanged();
    expect(await project(client)).toMatchObject({ name: 'two' });
    expect(questions).toBe(2);
  });

  it('is the folder that a call names, before the first root; a relative one begins at that', async () => {
    const client = await withRoots([addressOf('one'), addressOf('two')]);
    const { name, words } = await project(client, { projectDir: folderOf('two') });
    expect(name).toBe('two');
    expect(words).not.toContain('several roots');
    expect(await project(client, { projectDir: '../two' })).toMatchObject({ name: 'two' });
  });

  it('is still there for a client that fails to tell its roots', async () => {
    const { name, words } = await project(
      await withRoots(() => Promise.reject(new Error('not now'))),
    );
    expect(name).toBe('started');
    expect(words).toContain('The client did not report its roots');
  });

  it('is not made by an install that names nothing to install', async () => {
    const { call } = await withRoots([addressOf('no project')]);
    expect(await call('install')).toMatchObject(failed({ code: 'project_missing' }));
    expect(await call('install', { projectDir: folderOf('no project') })).toMatchObject(
      failed({ code: 'project_missing', hint: expect.any(String) as unknown }),
    );
    await expect(rm(join(folderOf('no project'), 'svc.json'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});
