import { describe, expect, it } from '@jest/globals';
import type { Machine } from './machine.js';
import { createPathDecider, type PathDecision, type PathOperation } from './path-decider.js';
import { pathRulesOf } from './path-rules.js';
import { FILE, soundConfigurationOf } from '../../testing/configuration-of.js';

const MACHINE: Machine = { home: '/home/ada', cwd: '/srv/shop', temp: '/tmp' };

async function explained(
  fields: Readonly<Record<string, unknown>>,
  path: string,
  operation: PathOperation = 'read',
): Promise<PathDecision> {
  const values = Object.entries(fields).map(([name, value]) => [`feature.fs.${name}`, value]);
  const configuration = await soundConfigurationOf(
    Object.fromEntries(values) as Readonly<Record<string, unknown>>,
  );
  return (await createPathDecider(pathRulesOf(configuration, MACHINE))).explain(path, operation);
}

const fromFile = (position: readonly [number, number], ...path: (string | number)[]): object => ({
  kind: 'file',
  file: FILE,
  line: position[0],
  column: position[1],
  path: ['feature', 'fs', ...path],
});

describe('the explanation of a decision about a path', () => {
  it('has the rule with its place, and the rule that would come next', async () => {
    const fields = { mode: 'write', read_only: ['^/x', '^/data/'] };
    expect(await explained(fields, '/data/x', 'write')).toEqual({
      verdict: 'local',
      path: '/data/x',
      rule: {
        name: 'feature.fs.read_only[1]',
        verdict: 'local',
        reason: 'matches ^/data/, and a file in this list that is written is local',
        source: fromFile([5, 28], 'read_only', 1),
      },
      next: {
        name: 'feature.fs.mode',
        verdict: 'remote',
        reason: 'no list and no default set decides, and the mode is write',
        source: fromFile([4, 15], 'mode'),
      },
      mapped: null,
      notes: [expect.stringContaining('does not read what it has written')],
    });
  });

  it('ends with the mode', async () => {
    const { rule, next } = await explained({}, '/data/x');
    expect(rule).toMatchObject({ name: 'feature.fs.mode', source: { kind: 'default' } });
    expect(next).toBeNull();
  });

  it('names the default sets', async () => {
    expect(await explained({}, '/home/ada/.kube/config')).toMatchObject({
      rule: {
        name: 'the default not-found set',
        verdict: 'not_found',
        reason: String.raw`matches ^/home/ada/\.kube`,
        source: { kind: 'default' },
      },
      next: { name: 'the default read-local set', verdict: 'local', reason: 'matches ^/home(/|$)' },
    });
    expect(await explained({ mode: 'localwithoverrides' }, '/etc/hosts')).toMatchObject({
      rule: { name: 'the default read-remote set', verdict: 'remote' },
      next: { name: 'the default read-local set', verdict: 'local' },
    });
  });

  it('has a rule for relative paths', async () => {
    expect(await explained({ not_found: ['x'] }, 'x')).toMatchObject({
      rule: { name: 'feature.fs.not_found[0]', verdict: 'not_found' },
      next: { name: 'relative path', verdict: 'local', reason: 'the path is not absolute' },
    });
    expect((await explained({}, 'x')).next).toBeNull();
  });

  it('has the mapping with its place', async () => {
    const mapping = new Map([
      ['^/app', '/data'],
      ['app', '/b'],
    ]);
    expect(await explained({ mapping, local: ['^/data'] }, '/App/x')).toMatchObject({
      verdict: 'local',
      path: '/data/x',
      mapped: {
        from: '/App/x',
        to: '/data/x',
        rule: {
          name: 'feature.fs.mapping["^/app"]',
          verdict: '/data/x',
          reason: 'matches ^/app',
          source: fromFile([4, 28], 'mapping', '^/app'),
        },
      },
      rule: { name: 'feature.fs.local[0]' },
      notes: [expect.stringContaining('feature.fs.mapping.app would match as well')],
    });
  });

  it.each<[note: string, fields: object, path: string, operation?: PathOperation]>([
    [
      'in several lists (feature.fs.read_only[0], feature.fs.local[1])',
      { read_only: ['^/data'], local: ['x', 'data'] },
      '/data/y',
    ],
    ['names a group "1x"', { mapping: new Map([['^/(a)', '/$1x']]) }, '/a/b'],
    ['let the replacement begin with "/"', { mapping: new Map([['^/a', 'b']]) }, '/a/b'],
    [
      'so feature.fs.mapping.a, feature.fs.read_write[0] did not decide',
      { mapping: new Map([['a', 'b']]), read_write: ['a'] },
      'a',
    ],
    ['Everything in the working directory is local', {}, '/srv/shop/data'],
    ['also ConfigMaps and Secrets', {}, '/run/secrets/token'],
    ['also ConfigMaps and Secrets', {}, '/etc/app/config.yaml'],
    ['does not read what it has written', {}, '/data/x', 'write'],
    ['"/../" are not resolved', {}, '/data/../x'],
  ])('notes: %s', async (...[note, fields, path, operation]) => {
    const { notes } = await explained(fields as Record<string, unknown>, path, operation);
    expect(notes.join('\n')).toContain(note);
  });

  it('has no notes about what surprises nobody', async () => {
    expect((await explained({ read_only: ['^/data/'] }, '/data/x')).notes).toEqual([]);
    expect((await explained({}, '/usr/lib/x')).notes).toEqual([]);
  });
});
