import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GitServer, type GitWork } from '../../../../../test/network/git-server.js';
import { GitRepository } from './git-repository.js';
import { parseGitSource } from '../../resolve/git-source.js';
import { fetchTree } from './git-tree.js';
import { findRemoteCommit, knownCommit, type RemoteCommit } from './remote-commit.js';

let server: GitServer;
let work: GitWork;
let first: string;
let second: string;
const signal = new AbortController().signal;
const env = (more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  SVC_GIT_TIMEOUT: '10',
  ...more,
});

beforeAll(async () => {
  server = await GitServer.start();
  work = await server.create('acme/tools');
  first = await work.commit({
    'skills/pdf/SKILL.md': 'one',
    'skills/pdf/run.sh': '#!/bin/sh\n',
    'big.bin': randomBytes(1_000_000).toString('hex'),
    link: '-> big.bin',
  });
  await work.tag('v1');
  second = await work.commit({ 'skills/pdf/SKILL.md': 'two' });
  await work.commit({ 'skills/pdf/SKILL.md': 'three' }, 'feature/x');
});
afterAll(() => server.close());

/** Fetches a source and reads some of its files. */
async function read(
  source: string,
  paths: readonly string[],
  more: { env?: Record<string, string>; wanted?: RemoteCommit } = {},
) {
  return GitRepository.with(parseGitSource(source), { env: env(more.env), signal }, async (git) => {
    const wanted = more.wanted ?? (await findRemoteCommit(git));
    const tree = await fetchTree(git, wanted);
    const contents = await tree.read(paths);
    const texts = Object.fromEntries(
      contents.map(({ path, content }) => [path, Buffer.from(content).toString()]),
    );
    return { ...wanted, tree, commit: tree.commit, texts };
  });
}

describe('a commit of a repository', () => {
  const file = 'skills/pdf/SKILL.md';

  it.each([
    ['the default branch', '', 'two', undefined, ''],
    ['a tag', '#v1', 'one', 'v1', ''],
    ['a branch with a slash', '#feature/x', 'three', 'feature/x', ''],
    ['the page of a branch', '/-/tree/main', 'two', 'main', ''],
    ['the page of a folder', '/-/tree/main/skills/pdf', 'two', 'main', 'skills/pdf'],
    [
      'the page of a folder of a branch with a slash',
      '/-/tree/feature/x/skills/pdf',
      'three',
      'feature/x',
      'skills/pdf',
    ],
  ])('is found by %s', async (...[, suffix, text, ref, path]) => {
    expect(await read(server.url('acme/tools') + suffix, [file])).toMatchObject({
      texts: { [file]: text },
      ref,
      path,
    });
  });

  it('costs no more than what is read of it, however much the repository holds', async () => {
    server.sent = 0;
    await read(server.url('acme/tools'), [file]);
    expect(server.sent).toBeLessThan(10_000);
  });

  it('is found by its hash, and by the beginning of it', async () => {
    const url = server.url('acme/tools');
    expect(await read(`${url}#${first}`, [file])).toMatchObject({
      commit: first,
      texts: { [file]: 'one' },
    });
    expect(await read(`${url}#${first.slice(0, 8)}`, [file])).toMatchObject({
      commit: first,
      texts: { [file]: 'one' },
    });
    expect(await read(`${url}/-/tree/${first}/skills`, [file])).toMatchObject({
      commit: first,
      path: 'skills',
    });
  });

  it('is fetched without asking which one when it is known', async () => {
    server.requests.length = 0;
    const source = parseGitSource(`${server.url('acme/tools')}/-/tree/feature/x/skills`);
    const wanted = knownCommit(source, { commit: second, ref: 'feature/x' });
    expect(await read(source.text, [file], { wanted })).toMatchObject({
      commit: second,
      path: 'skills',
      texts: { [file]: 'two' },
    });
    expect(server.requests.filter((request) => request.startsWith('GET'))).toHaveLength(2);
  });

  it('tells files, programs and links apart, and reads what links point at', async () => {
    const { tree, texts } = await read(server.url('acme/tools'), ['link', 'missing']);
    expect(tree.entries.get('skills/pdf/run.sh')).toMatchObject({ kind: 'file', executable: true });
    expect(tree.entries.get('link')).toMatchObject({ kind: 'link' });
    expect(texts).toEqual({ link: 'big.bin' });
  });

  it('is fetched from hosts that send nothing less than all files, and no commit but the newest', async () => {
    const plain = await server.create('acme/plain', { 'uploadpack.allowFilter': 'false' });
    const old = await plain.commit({ 'a.txt': 'one' });
    await plain.commit({ 'a.txt': 'two' });
    expect((await read(server.url('acme/plain'), ['a.txt'])).texts).toEqual({ 'a.txt': 'two' });
    expect((await read(`${server.url('acme/plain')}#${old}`, ['a.txt'])).texts).toEqual({
      'a.txt': 'one',
    });
  });

  it('leaves no folder behind', async () => {
    const before = process.env['TMPDIR'];
    const folder = await mkdtemp(join(tmpdir(), 'svc-leftovers-'));
    process.env['TMPDIR'] = folder;
    await read(server.url('acme/tools'), [file]);
    await expect(read(`${server.url('acme/tools')}#nope`, [])).rejects.toMatchObject({
      code: 'ref_unknown',
    });
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
