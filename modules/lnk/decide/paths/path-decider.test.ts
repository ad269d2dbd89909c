import { describe, expect, it } from '@jest/globals';
import { createPathDecider, type PathDecider, type PathOperation } from './path-decider.js';
import { pathRulesOf } from './path-rules.js';
import type { Machine } from './machine.js';
import { configurationOf } from '../../testing/configuration-of.js';

const MACHINE: Machine = { home: '/home/ada', cwd: '/srv/shop', temp: '/var/folders/t' };

type Fields = Readonly<Record<string, unknown>>;

async function decider(fields: Fields, machine: Partial<Machine> = {}): Promise<PathDecider> {
  const values = Object.entries(fields).map(([name, value]) => [`feature.fs.${name}`, value]);
  return createPathDecider(
    pathRulesOf(await configurationOf(Object.fromEntries(values) as Fields), {
      ...MACHINE,
      ...machine,
    }),
  );
}

async function verdict(fields: Fields, path: string, operation: PathOperation): Promise<string> {
  return (await decider(fields)).decide(path, operation).verdict;
}

const MODES = ['local', 'localwithoverrides', 'read', 'write'] as const;

/** Verdicts to read and to write, in the order of MODES. */
type Row = [read: string, write: string];
const TABLE: readonly [what: string, fields: Fields, path: string][] = [
  ['the mode', {}, '/data/x'],
  ['not_found', { not_found: ['^/data/'] }, '/data/x'],
  ['read_write', { read_write: ['^/data/'] }, '/data/x'],
  ['read_only', { read_only: ['^/data/'] }, '/data/x'],
  ['local', { local: ['^/data/'] }, '/data/x'],
  ['default not-found', {}, '/home/ada/.kube/config'],
  ['default read-remote', {}, '/etc/hosts'],
  ['default read-local', {}, '/usr/lib/x'],
  ['read_only over default not-found', { read_only: ['kube'] }, '/home/ada/.kube/config'],
  ['local over default read-remote', { local: ['^/etc/'] }, '/etc/hosts'],
  ['read_write over default read-local', { read_write: ['^/usr/'] }, '/usr/lib/x'],
  ['not_found over default read-local', { not_found: ['^/usr/'] }, '/usr/lib/x'],
];
const VERDICTS: Readonly<Record<string, readonly [Row, Row, Row, Row]>> = {
  'the mode': [
    ['local', 'local'],
    ['local', 'local'],
    ['remote', 'local'],
    ['remote', 'remote'],
  ],
  not_found: same(['not_found', 'not_found']),
  read_write: same(['remote', 'remote']),
  read_only: same(['remote', 'local']),
  local: same(['local', 'local']),
  'default not-found': [
    ['local', 'local'],
    ['not_found', 'not_found'],
    ['not_found', 'not_found'],
    ['not_found', 'not_found'],
  ],
  'default read-remote': [
    ['local', 'local'],
    ['remote', 'local'],
    ['remote', 'local'],
    ['remote', 'remote'],
  ],
  'default read-local': same(['local', 'local']),
  'read_only over default not-found': same(['remote', 'local']),
  'local over default read-remote': same(['local', 'local']),
  'read_write over default read-local': same(['remote', 'remote']),
  'not_found over default read-local': same(['not_found', 'not_found']),
};

function same(row: Row): readonly [Row, Row, Row, Row] {
  return [row, row, row, row];
}

describe('a decision about a path', () => {
  it.each(TABLE)('follows %s in each mode', async (what, fields, path) => {
    const rows = await Promise.all(
      MODES.map(async (mode) => [
        await verdict({ ...fields, mode }, path, 'read'),
        await verdict({ ...fields, mode }, path, 'write'),
      ]),
    );
    expect(rows).toEqual(VERDICTS[what]);
  });

  it.each([
    ['/app/lib/x.so', 'local'],
    ['/app/main.PY', 'local'],
    ['/app/x.pyc.bak', 'remote'],
    ['/app/node_modules/x/y', 'local'],
    ['/app/package.json', 'local'],
    ['/', 'local'],
    ['/proc', 'local'],
    ['/procx', 'remote'],
    ['/run/secrets/x', 'local'],
    ['/var/run/secrets/x', 'remote'],
    ['/var/tmp/x', 'local'],
    ['/var/folders/t/x', 'local'],
    ['/srv/shop', 'local'],
    ['/srv/shop/x', 'local'],
    ['/srv/shopping', 'remote'],
    ['/home/ada/.config/gcloud/x', 'not_found'],
    ['/home/ada/.azure/x', 'not_found'],
    ['/HOME/ADA/.kube', 'not_found'],
    ['/home/bob/.kube/config', 'local'],
    ['/etc/resolv.conf', 'remote'],
    ['/etc/ssl/certs/ca.pem', 'remote'],
    ['/etc/ssl/certsx', 'local'],
    ['/etc/passwd', 'local'],
  ])('is built in for %s: %s', async (path, expected) => {
    expect(await verdict({}, path, 'read')).toBe(expected);
  });

  it('escapes the folders of the machine and its program', async () => {
    const one = await decider(
      {},
      { home: '/data/a.b+', cwd: '/data/(x)/', temp: '/data/[t]', executable: '/data/run me*' },
    );
    const verdicts = (paths: readonly string[]): readonly string[] =>
      paths.map((path) => one.decide(path, 'read').verdict);
    expect(verdicts(['/data/a.b+/.kube', '/data/(x)/y', '/data/[t]/y', '/data/run me*'])).toEqual([
      'not_found',
      'local',
      'local',
      'local',
    ]);
    expect(verdicts(['/data/axb+/.kube', '/data/x/y', '/data/t/y', '/data/run mee'])).toEqual([
      'remote',
      'remote',
      'remote',
      'remote',
    ]);
  });

  it('does without a home folder, at the root, and with a folder that is no text', async () => {
    const one = await decider({}, { home: undefined, cwd: '/', temp: '/' });
    expect(one.decide('/data/x', 'read').verdict).toBe('remote');
    const other = await decider({}, { home: '/data/\uD800\n', cwd: 'x', temp: '' });
    expect(other.decide('/data/\uD800\n/.kube/x', 'read').verdict).toBe('not_found');
    expect(other.decide('/x/y', 'read').verdict).toBe('remote');
  });

  it('takes any text', async () => {
    const one = await decider({ not_found: ['^/gone'], read_only: ['^/etc/a.b'] });
    expect(one.decide('/gone/\0\n\uD800', 'read').verdict).toBe('not_found');
    expect(one.decide('/etc/a\uDC00b', 'read').verdict).toBe('remote');
    expect(one.decide(`/data/${'x'.repeat(100_000)}`, 'read').verdict).toBe('remote');
    expect(one.decide('', 'read').verdict).toBe('local');
  });

  it('maps absolute paths by the first pattern that matches, without regard to case', async () => {
    const mapping = new Map([
      ['^/app/(?P<rest>.*)', '/srv/data/${rest}'],
      ['^/app/config', '/never'],
      ['^/old', '/APP'],
    ]);
    const one = await decider({ mapping, read_write: ['^/srv/data/'], local: ['^/app/'] });
    expect(one.decide('/APP/X', 'write')).toMatchObject({
      verdict: 'remote',
      path: '/srv/data/X',
    });
    expect(one.decide('/app/config', 'read').path).toBe('/srv/data/config');
    // only once
    expect(one.decide('/old/x', 'read')).toMatchObject({ verdict: 'local', path: '/APP/x' });
    expect(one.decide('app/x', 'read')).toMatchObject({ verdict: 'local', path: 'app/x' });
  });

  it('is local for relative paths, except in not_found', async () => {
    const one = await decider({ not_found: ['gone'], read_write: ['x'], mode: 'write' });
    expect(one.decide('x', 'write').verdict).toBe('local');
    expect(one.decide('./gone', 'read').verdict).toBe('not_found');
    expect(one.rules.rules[one.decide('x', 'read').rule]?.name).toBe('relative path');
  });

  it('leaves out what is wrong in the file', async () => {
    const fields = {
      mode: 'all',
      not_found: ['^/data/', '('],
      read_write: '^/data/(?=l)',
      mapping: new Map([
        ['^/data/', '/etc/'],
        ['(', '/x'],
      ]),
      local: ['^/data/l'],
    };
    expect(await verdict(fields, '/data/x', 'read')).toBe('remote');
    expect(await verdict(fields, '/data/l', 'read')).toBe('local');
  });

  it('answers the same from memory', async () => {
    const mapping = new Map([['^/m/', '/n/']]);
    const one = await decider({ mapping, local: ['^/n/l'] });
    for (const path of ['/m/x', '/m/l', '/data/x', 'x', '/etc/hosts']) {
      for (const operation of ['read', 'write'] as const) {
        const first = one.decide(path, operation);
        expect(one.decide(path, operation)).toEqual(first);
        expect((await decider({ mapping, local: ['^/n/l'] })).decide(path, operation)).toEqual(
          first,
        );
      }
    }
  });
});

describe('on a machine with drive letters', () => {
  const windows: Partial<Machine> = {
    home: 'C:\\Users\\Ada',
    cwd: 'D:\\work\\shop\\',
    temp: 'C:\\Users\\Ada\\AppData\\Temp',
    driveLetters: true,
  };

  it('sees paths without the letter and with slashes', async () => {
    const one = await decider({ read_write: ['^/app/'], not_found: ['^gone/'] }, windows);
    expect(one.decide('C:\\app\\x', 'write')).toMatchObject({ verdict: 'remote', path: '/app/x' });
    expect(one.decide('\\\\?\\c:\\app\\x', 'write').path).toBe('/app/x');
    expect(one.decide('d:/work/shop/x', 'read')).toMatchObject({
      verdict: 'local',
      path: 'd:/work/shop/x',
    });
    expect(one.decide('C:\\Users\\ada\\.kube\\config', 'read').verdict).toBe('not_found');
    expect(one.decide('C:app\\x', 'read').verdict).toBe('local');
    expect(one.decide('gone\\x', 'read').verdict).toBe('not_found');
  });

  it('uses a replacement as it is given', async () => {
    const mapping = new Map([
      ['^/app/', 'E:\\data\\'],
      ['^/one/', '/two/'],
    ]);
    const one = await decider({ mapping, read_only: ['^/data/x', '^/two/'] }, windows);
    expect(one.decide('C:\\app\\x', 'read')).toMatchObject({
      verdict: 'remote',
      path: 'E:\\data\\x',
    });
    expect(one.decide('C:\\one\\x', 'read').path).toBe('/two/x');
  });

  it('is not asked for elsewhere', async () => {
    const one = await decider({ read_write: ['^/app/'] });
    expect(one.decide('C:\\app\\x', 'read')).toMatchObject({
      verdict: 'local',
      path: 'C:\\app\\x',
    });
  });
});
