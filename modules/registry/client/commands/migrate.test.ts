import { describe, expect, it } from '@jest/globals';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as commands from '../../contract/plugin-commands.js';
import { manifest, Scratch, skill } from '../testing/scratch.js';

const tile = {
  name: 'acme/tools',
  version: '1.2.3',
  summary: 'Tools.',
  private: false,
  docs: 'docs/index.md',
  describes: 'pkg:npm/express@4.18.2',
  repository: 'https://github.com/acme/tools',
  steering: { style: { rules: 'steering/style.md' } },
  skills: { greet: { path: 'skills/greet/SKILL.md' } },
  'x-own': { a: [1] },
};
const scratch = new Scratch();

const older = (fields: object) =>
  scratch.write({
    'tile.json': `${JSON.stringify(fields, undefined, 2)}\n`,
    'docs/index.md': '# Tools\n',
    'steering/style.md': 'Be brief.\n',
    'skills/greet/SKILL.md': skill,
  });
const written = async (): Promise<unknown> => JSON.parse(await scratch.read(manifest));
const migrate = (input: object = {}) => scratch.invoke(commands.migratePlugin, input);

describe('plugin migrate', () => {
  it('says the same in the words of the present manifest, and lint agrees', async () => {
    await older(tile);
    const outcome = {
      path: scratch.cwd,
      plugin: 'acme/tools',
      version: '1.2.3',
      manifest,
      obsolete: 'tile.json',
      written: [],
      warnings: [],
      leftOut: [],
    };
    expect(await migrate()).toEqual(outcome);
    expect(await scratch.read(manifest)).toBe(
      `${JSON.stringify(
        {
          name: 'acme/tools',
          version: '1.2.3',
          description: 'Tools.',
          private: false,
          rules: ['steering/style.md'],
          skills: ['skills/greet'],
          docs: 'docs/index.md',
          describes: 'pkg:npm/express@4.18.2',
          repository: 'https://github.com/acme/tools',
          'x-own': { a: [1] },
        },
        undefined,
        2,
      )}\n`,
    );
    expect(await scratch.invoke(commands.lintPlugin, {})).toMatchObject({
      plugin: 'acme/tools',
      warnings: [],
    });
    expect(await readdir(scratch.cwd)).toContain('tile.json');
  });

  it('takes the folder or the file, and is private unless the older manifest says otherwise', async () => {
    await older({ name: 'acme/tools', version: '1.0.0', summary: 'Tools.', docs: 'docs/index.md' });
    await migrate({ path: 'tile.json' });
    // the folder was no part of the plugin before, and a manifest without the key would have it scanned
    expect(await written()).toMatchObject({ private: true, skills: [] });
    expect(await written()).not.toHaveProperty('rules');
  });

  it('names a skill at the top by the folder itself, and merges both maps of rules', async () => {
    await older({
      ...tile,
      rules: { more: { rules: './more.md' }, style: { rules: 'steering/style.md' } },
      skills: { greet: { path: 'SKILL.md' } },
    });
    await rm(join(scratch.cwd, 'skills'), { recursive: true });
    await scratch.write({ 'SKILL.md': skill, 'more.md': 'More.' });
    await migrate();
    expect(await written()).toMatchObject({
      rules: ['steering/style.md', './more.md'],
      skills: ['./'],
    });
  });

  it('tells what could not be kept', async () => {
    await older({
      ...tile,
      description: 'Other words.',
      steering: { brevity: { rules: 'steering/style.md', alwaysApply: true } },
    });
    const { warnings } = await migrate();
    expect(warnings).toEqual([
      expect.objectContaining({ file: 'tile.json', field: 'steering.brevity.alwaysApply' }),
      expect.objectContaining({
        file: 'tile.json',
        field: 'steering.brevity',
        message: expect.stringContaining('"style"'),
      }),
      expect.objectContaining({ file: 'tile.json', field: 'description' }),
    ]);
    expect(await written()).toMatchObject({ description: 'Tools.' });
  });

  it('overwrites a manifest only when told to', async () => {
    await older(tile);
    await scratch.write({ [manifest]: '{"name": "acme/mine"}' });
    await expect(migrate()).rejects.toMatchObject({
      code: 'manifest_exists',
      exit: 5,
      hint: expect.stringContaining('--force'),
    });
    expect(await written()).toEqual({ name: 'acme/mine' });
    await migrate({ force: true });
    expect(await written()).toMatchObject({ name: 'acme/tools' });
  });

  it.each<[string, object, object[]]>([
    [
      'a name that breaks the rules',
      { ...tile, name: 'Acme/Tools' },
      [{ file: 'tile.json', line: 2, field: 'name' }],
    ],
    [
      'an incomplete version',
      { ...tile, version: '1' },
      [{ file: 'tile.json', line: 3, field: 'version' }],
    ],
    [
      'an empty summary',
      { ...tile, summary: '' },
      [{ file: 'tile.json', line: 4, field: 'summary' }],
    ],
    [
      'a rule that is not there',
      { ...tile, steering: { a: { rules: 'a.md' } } },
      [{ file: 'tile.json', field: 'steering' }],
    ],
    [
      'an entry without its path',
      { ...tile, skills: { greet: {} } },
      [{ file: 'tile.json', field: 'skills.greet' }],
    ],
    [
      'a list in place of a map',
      { ...tile, skills: ['greet'] },
      [{ file: 'tile.json', field: 'skills' }],
    ],
    [
      'a path out of the plugin',
      { ...tile, docs: '../x.md' },
      [{ file: 'tile.json', field: 'docs' }],
    ],
    [
      'missing fields, all at once',
      { docs: 'docs/index.md' },
      ['name', 'version', 'summary'].map((field) => ({ file: 'tile.json', line: 1, field })),
    ],
  ])('writes nothing for %s, and says where', async (_what, fields, issues) => {
    await older(fields);
    await expect(migrate()).rejects.toMatchObject({ code: 'plugin_invalid', exit: 3, issues });
    expect(await readdir(scratch.cwd)).not.toContain('.svc-plugin');
  });

  it('writes nothing where another file breaks a rule', async () => {
    await older(tile);
    await scratch.write({ 'skills/greet/SKILL.md': skill.replace('greet', 'Greet!') });
    await expect(migrate()).rejects.toMatchObject({
      issues: [{ file: 'skills/greet/SKILL.md', line: 2 }],
    });
    expect(await readdir(scratch.cwd)).not.toContain('.svc-plugin');
  });

  it('keeps odd keys as what they are', async () => {
    await older({ ...tile });
    const text = await scratch.read('tile.json');
    await scratch.write({
      'tile.json': text.replace('{', '{ "__proto__": {"private": true}, "constructor": 1,'),
    });
    await migrate();
    expect(await scratch.read(manifest)).toMatch(
      /"__proto__": \{\s+"private": true\s+\},\s+"constructor": 1/,
    );
    expect(await written()).toMatchObject({ private: false });
  });

  it('says that there is nothing to migrate, and elsewhere that there is', async () => {
    await expect(migrate()).rejects.toMatchObject({
      code: 'plugin_missing',
      message: expect.stringContaining('tile.json'),
    });
    await older(tile);
    await expect(scratch.invoke(commands.publishPlugin, {})).rejects.toMatchObject({
      code: 'plugin_missing',
      hint: expect.stringContaining('svc plugin migrate'),
    });
  });
});
