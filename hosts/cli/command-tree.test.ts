import { describe, expect, it } from '@jest/globals';
import type { OperationManifest } from '../../kernel/index.js';
import { buildCommandTree, findCommand } from './command-tree.js';
import { listChildren } from './overview.js';
import { globalWords } from './globals.js';

const command = (name: string, aliases: string[] = []): OperationManifest =>
  ({ id: `demo.${name}`, summary: name, cli: { name, aliases } }) as unknown as OperationManifest;

const inLnk = command('review run');
const operations = [
  command('review run'),
  command('review run security'),
  command('login', ['auth login']),
  command('install', ['i']),
  {
    ...inLnk,
    id: 'demo.lnk',
    cli: { name: 'review run', aliases: ['run'], program: 'lnk' as const },
  },
];
const root = buildCommandTree(operations, 'svc');

describe('the command tree', () => {
  it('follows words as far as they are commands', () => {
    const found = findCommand(root, ['--json', 'review', 'run', './plugin', '--wait'], globalWords);
    expect(found.node.path).toBe('svc review run');
    expect(found.rest).toEqual(['--json', './plugin', '--wait']);
    expect(
      findCommand(root, ['review', 'run', 'security', 'x'], globalWords).node.operation?.id,
    ).toBe('demo.review run security');
  });

  it('runs a command under its other names', () => {
    expect(findCommand(root, ['i'], globalWords).node.operation?.id).toBe('demo.install');
    expect(findCommand(root, ['auth', 'login'], globalWords).node.operation?.id).toBe('demo.login');
  });

  it('holds what belongs to one program', () => {
    const lnk = buildCommandTree(operations, 'lnk');
    const { node } = findCommand(lnk, ['review', 'run'], globalWords);
    expect([node.path, node.operation?.id]).toEqual(['lnk review run', 'demo.lnk']);
    expect(listChildren(lnk).map(([name]) => name)).toEqual(['review']);
    expect(lnk.children.get('run')?.aliasOf).toBe('lnk review run');
  });

  it('lists other names only where there is nothing else', () => {
    expect(listChildren(root).map(([name]) => name)).toEqual(['install', 'login', 'review']);
    const { node } = findCommand(root, ['auth'], globalWords);
    expect(listChildren(node).map(([name]) => name)).toEqual(['login']);
  });
});
