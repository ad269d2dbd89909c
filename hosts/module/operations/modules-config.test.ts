import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { changeModules } from './modules-config.js';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'svc-config-')), '.svc');
  file = join(folder, 'config.json');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const add = (name: string): Promise<boolean> =>
  changeModules(folder, (names) => (names.includes(name) ? names : [...names, name]));

async function given(text: string, mode = 0o600): Promise<void> {
  await mkdir(folder);
  await writeFile(file, text);
  await chmod(file, mode);
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe('the list of modules in a configuration', () => {
  it('begins with a file that only its owner may read', async () => {
    expect(await add('a')).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('{\n  "modules": [\n    "a"\n  ]\n}\n');
    expect([await modeOf(folder), await modeOf(file)]).toEqual([0o700, 0o600]);
  });

  it.each([
    [
      'tabs',
      '{\n\t"theme": "dark",\n\t"modules": ["a"]\n}\n',
      '{\n\t"theme": "dark",\n\t"modules": [\n\t\t"a",\n\t\t"b"\n\t]\n}\n',
    ],
    [
      'carriage returns',
      '{\r\n  "theme": 1\r\n}\r\n',
      '{\r\n  "theme": 1,\r\n  "modules": [\r\n    "b"\r\n  ]\r\n}\r\n',
    ],
    [
      'unknown keys',
      '{"modules": [], "later": {"x": [1,  2]}}',
      '{"modules": [\n  "b"\n], "later": {"x": [1,  2]}}\n',
    ],
  ])('leaves the rest of the file as it is: %s', async (_what, before, after) => {
    await given(before, 0o640);
    expect(await add('b')).toBe(true);
    const text = await readFile(file, 'utf8');
    expect(JSON.parse(text)).toEqual(JSON.parse(after));
    expect(text.replace(/"modules": \[[^\]]*\]/, '')).toBe(
      after.replace(/"modules": \[[^\]]*\]/, ''),
    );
    expect(await modeOf(file)).toBe(0o640);
  });

  it('is not written when it says so already', async () => {
    await given('{"modules":["a"]}');
    expect(await add('a')).toBe(false);
    expect(await readFile(file, 'utf8')).toBe('{"modules":["a"]}');
  });

  it('keeps what several processes add at once', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `module-${index}`);
    await Promise.all(names.map(add));
    const { modules } = JSON.parse(await readFile(file, 'utf8')) as { modules: string[] };
    expect(modules.sort()).toEqual(names.sort());
  });

  it.each([
    ['{"modules": [', /is not valid JSON/],
    ['{"modules": "a"}', /"modules" must be a list/],
  ])('is not touched when the file is damaged: %s', async (text, reason) => {
    await given(text);
    await expect(add('a')).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(reason),
    });
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it.each([
    [
      '{\n"modules" []\n}',
      { line: 2, message: "Expected ':' after property name in JSON at position 12" },
    ],
    ['{\n"modules": [', { line: 2, message: 'Unexpected end of JSON input' }],
    // the parser says no place, and repeats the text
    ['{\n"modules": [a]\n}', { line: 2, message: "Unexpected token 'a'" }],
    [`{\n${'['.repeat(100_000)}`, { line: 2 }],
  ])('is reported as damaged, with the line', async (text, issue) => {
    await given(text);
    await expect(add('a')).rejects.toMatchObject({ issues: [{ file, ...issue }] });
  });

  it('says when the folder cannot be written', async () => {
    const noFolder = join(folder, '..', 'a-file');
    await writeFile(noFolder, '');
    await expect(changeModules(noFolder, () => ['a'])).rejects.toMatchObject({
      code: 'config_unwritable',
      exit: 6,
    });
  });
});
