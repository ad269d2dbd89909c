import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { projectBlockAround } from './stored-project-files.js';

const TEXT = `{
  "name": "acme/shop",
  "dependencies": {},
  "verify": {
    "groups": {
      "style guide": { "path": ["a.json", 7], "level": "fatal" }
    }
  },
  "schedules": null
}
`;

describe('a block of svc.json', () => {
  let root: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'svc-blocks-')));
    await mkdir(join(root, '.git'));
    await mkdir(join(root, 'deep', 'er'), { recursive: true });
    await writeFile(join(root, 'svc.json'), TEXT);
  });

  afterEach(() => rm(root, { recursive: true }));

  it('is that of the nearest file, with its value', async () => {
    const block = await projectBlockAround(join(root, 'deep', 'er'), 'verify');
    expect(block).toMatchObject({
      file: { root, path: join(root, 'svc.json'), name: 'acme/shop' },
      value: { groups: { 'style guide': { path: ['a.json', 7], level: 'fatal' } } },
    });
    expect((await projectBlockAround(root, 'schedules'))?.value).toBeNull();
    expect(await projectBlockAround(root, 'launches')).toBeUndefined();
  });

  it('has the position of every value', async () => {
    const block = await projectBlockAround(root, 'verify');
    const issues = [
      block?.issue([], 'whole'),
      block?.issue(['groups', 'style guide', 'path', 1], 'a number'),
      block?.issue(['groups', 'style guide', 'level'], 'unknown level'),
      block?.issue(['groups', 'style guide', 'enabled'], 'missing'),
      block?.issue(['rules', 'first', 'level'], 'missing'),
    ];
    expect(issues).toEqual([
      { file: 'svc.json', line: 4, column: 13, field: 'verify', message: 'whole' },
      {
        file: 'svc.json',
        line: 6,
        column: 43,
        field: 'verify.groups["style guide"].path[1]',
        message: 'a number',
      },
      {
        file: 'svc.json',
        line: 6,
        column: 56,
        field: 'verify.groups["style guide"].level',
        message: 'unknown level',
      },
      {
        file: 'svc.json',
        line: 6,
        column: 22,
        field: 'verify.groups["style guide"].enabled',
        message: 'missing',
      },
      {
        file: 'svc.json',
        line: 4,
        column: 13,
        field: 'verify.rules.first.level',
        message: 'missing',
      },
    ]);
  });

  it('is not read from a broken file', async () => {
    await writeFile(join(root, 'svc.json'), '{ "verify": {}, "verify": {} }');
    await expect(projectBlockAround(root, 'verify')).rejects.toMatchObject({
      code: 'project_file_invalid',
      issues: [{ line: 1, field: 'verify', message: 'is there twice' }],
    });
  });

  it('is nothing where there is no project', async () => {
    await rm(join(root, 'svc.json'));
    expect(await projectBlockAround(root, 'verify')).toBeUndefined();
  });
});
