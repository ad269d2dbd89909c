import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireBuild } from './program.js';
import { shapes, writeShapes } from './source-shapes.js';

interface Outcome {
  readonly kind: string;
  readonly what: string;
  /** What it is installed as. */
  readonly as?: string;
  /** Why it is not. */
  readonly why?: string;
  readonly silent: boolean;
}

interface Row {
  readonly name: string;
  readonly refused: boolean;
  readonly outcomes: readonly Outcome[];
}

describe('the table of repositories', () => {
  let folder: string;
  let code: number;
  let rows: readonly Row[];

  beforeAll(async () => {
    requireBuild();
    folder = await mkdtemp(join(tmpdir(), 'svc-shapes-'));
    await writeShapes(join(folder, 'clones'));
    const json = join(folder, 'rows.json');
    code = await exitCode([
      'tools/sources.mjs',
      join(folder, 'clones'),
      '--no-peers',
      '--json',
      json,
    ]);
    rows = JSON.parse(await readFile(json, 'utf8')) as Row[];
  }, 240_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const outcomes = (): Outcome[] => rows.flatMap((row) => row.outcomes);
  const installed = (kind: string): string[] =>
    outcomes()
      .filter((each) => each.kind === kind && each.as !== undefined)
      .map(({ what }) => what);

  it('has a row for each, refuses none whole, and loses nothing without a word', () => {
    expect(rows.map(({ name }) => name.replace('/', '__')).sort()).toEqual(
      Object.keys(shapes).sort(),
    );
    expect(rows.filter(({ refused }) => refused)).toEqual([]);
    expect(outcomes().filter(({ silent }) => silent)).toEqual([]);
    expect(code).toBe(0);
  });

  it('finds by its own means what there is', () => {
    const count = (kind: string): number => outcomes().filter((each) => each.kind === kind).length;
    expect({
      skill: count('skill'),
      plugin: count('plugin'),
      hook: count('hook'),
      server: count('tool server'),
      command: count('command'),
      subagent: count('sub-agent'),
      elsewhere: count('entry elsewhere'),
    }).toEqual({
      skill: 31,
      plugin: 10,
      hook: 9,
      server: 11,
      command: 7,
      subagent: 5,
      elsewhere: 7,
    });
  });

  it('installs what is meant to be installed', () => {
    expect(installed('skill')).toEqual(
      expect.arrayContaining([
        'frontend/review',
        'backend/review',
        'skills/pdf',
        '.github/skills/issues',
        '.claude/skills/release',
        './',
        'skills/part',
        'packs/skills',
        'packs/skills/one',
      ]),
    );
    expect(installed('plugin')).toHaveLength(9);
    expect(installed('hook')).toHaveLength(9);
    expect(installed('tool server')).toHaveLength(11);
    expect(installed('command')).toHaveLength(7);
    expect(installed('sub-agent')).toHaveLength(5);
  });
});

function exitCode(args: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { maxBuffer: 1 << 26 });
    child.on('close', (status) => {
      resolve(status ?? 1);
    });
  });
}
