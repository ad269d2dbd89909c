import { mkdir, mkdtemp, realpath, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { resolveInside } from './paths.js';
import { RealPaths, withinOneFolder } from './real-paths.js';
import type { Area } from './scope.js';

let area: Area;
beforeEach(async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'svc-real-')));
  area = { root: join(root, 'project'), besides: [join(root, 'moved')] };
  for (const folder of ['project/.git', 'project/a/b', 'moved/x', 'outside'])
    await mkdir(join(root, folder), { recursive: true });
  await symlink('a', join(area.root, 'link'));
  await symlink('.git', join(area.root, 'hidden'));
  await symlink('../outside', join(area.root, 'out'));
});
afterEach(() => rm(join(area.root, '..'), { recursive: true, force: true }));

/** What it answers or throws. */
function outcome(resolve: () => string): unknown {
  try {
    return resolve();
  } catch (error) {
    return { code: (error as { code?: unknown }).code, message: (error as Error).message };
  }
}

const FOLDERS = [
  '',
  'a/',
  'a/b/',
  'link/',
  'link/b/',
  'hidden/',
  'out/',
  'out/deep/',
  'new/',
  'new/er/',
  '.git/',
  'a/../',
  '../',
  'a//',
];
const NAMES = ['x', 'y', 'b', '.git', '.GIT', '..', '.', '', 'a\\b', 'c:d', 'a', 'link'];

describe('a path in our own folder', () => {
  it.each(['.svc', '.SVC'])(
    'is refused behind a link, also as a disk that tells no case from another would have it: %s',
    async (own) => {
      await mkdir(join(area.root, own, 'plugins/acme'), { recursive: true });
      await symlink('../../a', join(area.root, own, 'plugins/linked'));
      expect(resolveInside(area, `${own}/plugins/acme/tools`)).toBe(
        join(area.root, own, 'plugins/acme/tools'),
      );
      expect(resolveInside(area, `${own}/plugins/linked`)).toBe(
        join(area.root, own, 'plugins/linked'),
      );
      for (const path of ['plugins/linked/b', 'plugins/linked/new/er'])
        expect(outcome(() => resolveInside(area, `${own}/${path}`))).toMatchObject({
          code: 'unsafe_path',
        });
    },
  );

  it('may be kept elsewhere as a whole', async () => {
    await symlink('a', join(area.root, '.svc'));
    expect(resolveInside(area, '.svc/b/x')).toBe(join(area.root, 'a/b/x'));
  });
});

describe('many paths', () => {
  it.each(['RealPaths', 'withinOneFolder'])(
    'by %s lead where each of them leads alone, and are refused alike',
    (how) => {
      const paths = FOLDERS.flatMap((folder) => NAMES.map((name) => `${folder}${name}`));
      const moved = ['x', 'y/z', '.git'].map((name) => `${area.besides[0]}/${name}`);
      const memo = how === 'RealPaths' ? new RealPaths(area) : undefined;
      const resolve =
        memo === undefined ? withinOneFolder(area) : (path: string): string => memo.resolve(path);
      for (const path of [...paths, ...moved, ...paths]) {
        expect([path, outcome(() => resolve(path))]).toEqual([
          path,
          outcome(() => resolveInside(area, path)),
        ]);
      }
    },
  );

  it('of one folder look at it once, and at the next one anew', async () => {
    const resolve = withinOneFolder(area);
    expect(resolve('link/x')).toBe(join(area.root, 'a/x'));
    expect(resolve('a/x')).toBe(join(area.root, 'a/x'));
    await rename(join(area.root, 'out'), join(area.root, 'link'));
    expect(outcome(() => resolve('link/x'))).toMatchObject({ code: 'unsafe_path' });
  });
});
