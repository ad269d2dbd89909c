import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { points } from './points.js';

const root = join(import.meta.dirname, '../..');

/** Points and how often they are named, in the sources of the product. */
function pointsInSources(): string[] {
  const files = ['kernel', 'toolbox', 'hosts', 'modules'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(root, folder, name),
    ),
  );
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bfault(?:\?\.)?\('([^']+)'\)/g)].map(
      ([, name]) => name!,
    ),
  );
}

it('every fault point of the sources is in the table, and the other way round', () => {
  const named = points.map(({ name }) => name);
  expect([...new Set(pointsInSources())].sort()).toEqual([...named].sort());
  expect(named.filter((name) => !/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(name))).toEqual([]);
});

it.each([...new Set(points.map(({ suite }) => suite))])(
  'the suite %s takes its points from the table',
  (suite) => {
    expect(readFileSync(join(import.meta.dirname, `${suite}.test.ts`), 'utf8')).toContain(
      `pointsOf('${suite}')`,
    );
  },
);
