import { describe, expect, it } from '@jest/globals';
import { parseLock } from './lock-file.js';
import { ProjectManifest } from './project-manifest.js';

const manifestOf = (dependency: object) =>
  ProjectManifest.parse(JSON.stringify({ dependencies: { 'acme/x': dependency } }));
const SRI = `sha256-${'A'.repeat(43)}=`;
const lockOf = (more: object) => {
  const plugin = { version: '1.0.0', source: 'git:a/b', integrity: SRI, skills: [], rules: [] };
  return parseLock(
    JSON.stringify({ lockVersion: 1, plugins: { 'acme/x': { ...plugin, ...more } } }),
  );
};
const issuesOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { issues?: unknown }).issues;
  }
};

describe('an entry of a marketplace', () => {
  it('in svc.json is kept and written', () => {
    const manifest = manifestOf({ source: 'git:a/b', plugin: 'one', own: 1 });
    const dependency = manifest.dependencies.get('acme/x');
    expect(dependency).toMatchObject({ source: 'git:a/b', plugin: 'one' });
    const moved = manifest.withDependency('acme/x', {
      version: undefined,
      source: 'git:a/c',
      plugin: 'two',
      skills: undefined,
    });
    expect(JSON.parse(moved.text)).toEqual({
      dependencies: { 'acme/x': { source: 'git:a/c', plugin: 'two', own: 1 } },
    });
  });

  it.each([
    { source: 'git:a/b', plugin: '' },
    { source: 'git:a/b', plugin: 7 },
    { source: 'git:a/b', plugin: 'a\u202eb' },
    { version: '1.0.0', plugin: 'one' },
    { source: 'npm:x', plugin: 'one' },
  ])('is refused with its place: %j', (dependency) => {
    expect(issuesOf(() => manifestOf(dependency))).toMatchObject([
      { file: 'svc.json', field: expect.stringContaining('plugin') as unknown },
    ]);
  });

  it.each(['git:a/b/c#main', 'npm:@a/b@1.0.0', 'archive:https://a.test/x.zip'])(
    'is locked to %s',
    (from) => {
      const lock = lockOf({ plugin: 'one', from, entry: { strict: false } });
      expect(lock.plugins.get('acme/x')).toMatchObject({ from, entry: { strict: false } });
    },
  );

  it.each([
    { from: 'file:/etc' },
    { from: 'acme/other' },
    { from: 'ext::sh -c id' },
    { from: 'archive:http://a.test/x.zip' },
    { plugin: 7 },
    { entry: [] },
  ])('is refused in a lock that is made up: %j', (more) => {
    const [field = ''] = Object.keys(more);
    expect(issuesOf(() => lockOf(more))).toMatchObject([
      { field: expect.stringContaining(field) as unknown },
    ]);
  });
});
