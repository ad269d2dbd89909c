import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { diskReader, listReader, type BundleEntry } from './bundle-readers.js';

const files: readonly string[] = ['in.json', 'deep/out.json'];
const links: Readonly<Record<string, string>> = {
  'beside.json': 'in.json',
  'deep/up.json': '../in.json',
  folder: 'deep',
  'through.json': 'folder/up.json',
  'out.json': '../outside.json',
  'absolute.json': '/etc/hostname',
  up: '..',
  'gone.json': 'nothing.json',
  'loop.json': 'loop.json',
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'svc-bundle-'));
  await mkdir(join(root, 'skill/deep'), { recursive: true });
  await writeFile(join(root, 'outside.json'), 'outside');
  for (const path of files) await writeFile(join(root, 'skill', path), path);
  for (const [path, target] of Object.entries(links))
    await symlink(target, join(root, 'skill', path));
  execFileSync('mkfifo', [join(root, 'skill/pipe.json')]);
  await writeFile(join(root, 'skill/large.json'), '');
  await truncate(join(root, 'skill/large.json'), 1024 * 1024 + 1);
});
afterAll(() => rm(root, { recursive: true }));

const entries: readonly BundleEntry[] = [
  ...files.map((path) => ({ path, content: Buffer.from(path) })),
  ...Object.entries(links).map(([path, link]) => ({ path, link })),
];

describe.each([
  ['of a list', () => listReader(entries)],
  ['of a disk', () => diskReader(join(root, 'skill'))],
])('a reader %s', (_what, reader) => {
  it.each<[string, string | RegExp]>([
    ['in.json', 'in.json'],
    ['deep/out.json', 'deep/out.json'],
    ['beside.json', 'in.json'],
    ['deep/up.json', 'in.json'],
    ['folder/out.json', 'deep/out.json'],
    ['through.json', 'in.json'],
    ['absent.json', /no such file/],
    ['in.json/x', /no such file/],
    ['gone.json', /no such file/],
    ['deep', /no such file|no file/],
    ['loop.json', /too many links/],
    ['out.json', /link out of the skill/],
    ['absolute.json', /link out of the skill/],
    ['up/outside.json', /link out of the skill/],
  ])('reads %s, or says why not', async (path, expected) => {
    const read = await reader()(path);
    if (typeof expected === 'string') expect(Buffer.from(read).toString()).toBe(expected);
    else expect(read).toMatch(expected);
  });
});

it('reads no pipe and nothing large from a disk', async () => {
  const read = diskReader(join(root, 'skill'));
  expect(await read('pipe.json')).toBe('it is no file');
  expect(await read('large.json')).toBe('it has more than 1048576 bytes');
});
