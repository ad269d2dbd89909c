import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { actionOf } from './actions.js';
import { isOutside, isSecret, typedPath } from './paths.js';

let folder: string;
let root: string;
let home: string;
const guarded = ['.svc', '.mcp.json', '.git/hooks', '.claude'];

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'svc-paths-')));
  [root, home] = [join(folder, 'project'), join(folder, 'home')];
  await mkdir(join(root, 'src'), { recursive: true });
  await mkdir(join(home, '.svc/agent/skills'), { recursive: true });
  await writeFile(join(home, 'notes'), '');
  await symlink(home, join(root, 'away'));
  await symlink(join(home, 'not-there'), join(root, 'dangling'));
  await symlink(join(root, 'src'), join(root, 'near'));
  await symlink('loop', join(root, 'loop'));
  await symlink(join(home, '.svc'), join(root, 'keys'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const typed = (path: string): string => typedPath(path, root, home);

describe('a path that a model gave', () => {
  it.each([
    ['src/a.ts', false],
    ['new/deep/a.ts', false],
    ['near/a.ts', false],
    ['@src/a.ts', false],
    ['.git/config.md', false],
    ['.svcx', false],
    ['../a.ts', true],
    ['src/../../a.ts', true],
    ['/etc/passwd', true],
    ['~/notes', true],
    ['away/notes', true],
    ['away/new/deep', true],
    ['dangling', true],
    ['loop', true],
    ['.svc/memory/index.md', true],
    ['.SVC/memory/index.md', true],
    ['.git/hooks/pre-commit', true],
    ['.mcp.json', true],
    ['src/../.mcp.json', true],
    ['.claude/settings.json', true],
  ])('%s: outside %s', (path, outside) => {
    expect(isOutside(typed(path), { root, guarded })).toBe(outside);
  });

  it.each([
    ['~/.svc/credentials.json', true],
    ['keys/credentials.json', true],
    ['~/.svc/agent/auth.json', true],
    ['~/.svc/agent/skills/x/SKILL.md', false],
    ['~/notes', false],
    ['src/a.ts', false],
  ])('%s: secret %s', (path, secret) => {
    expect(isSecret(typed(path), home)).toBe(secret);
  });
});

describe('a call of a tool', () => {
  const options = { root: '/', home: '/nobody', guarded: [] };
  const context = { cwd: '/', options, reading: new Set(['mcp__a__look']) };
  it.each([
    ['write', { path: 7 }, { kind: 'write', outside: false }],
    ['ls', {}, { kind: 'read', secret: false }],
    ['bash', { command: 'ls' }, { kind: 'command' }],
    ['remember', { text: 'x' }, { kind: 'remember' }],
    ['mcp__a__look', {}, { kind: 'tool', reads: true }],
    ['mcp__a__act', {}, { kind: 'tool', reads: false }],
    ['of_an_extension', {}, { kind: 'tool', reads: false }],
  ])('%s', (toolName, input, action) => {
    expect(actionOf({ toolName, input }, context).action).toEqual(action);
  });
});
