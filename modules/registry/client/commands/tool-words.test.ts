/** What agents read of a tool's failure or beside its answer is in words of tools: it names parameters, and never a flag of a command. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isSvcError } from 'svc-registry/kernel';
import registry from '../../module.js';
import { manifest, Scratch, skill } from '../testing/scratch.js';

const FLAG = /(?<![\w-])--[a-z][a-z-]*/g;
const flagsIn = (texts: readonly unknown[]): readonly string[] =>
  texts.flatMap((text) => String(text).match(FLAG) ?? []);

/** Only commands throw these. */
const OF_COMMANDS = ['manifest_exists', 'nothing_to_index'];
/** Facts that texts are made from: each text is made once with each of these in place of all of them. */
const FACTS = ['public', 'private', 'pending', 'package URL', 'web address'];

const factsLike = (fact: string) =>
  new Proxy({}, { get: (_, key) => (key === 'agreement' || key === 'hint' ? undefined : fact) });

describe('words of the errors', () => {
  const definitions = (registry.errors ?? []).filter(
    ({ spec }) => !OF_COMMANDS.includes(spec.code),
  );

  it.each(definitions.map(({ spec }) => [spec.code, spec] as const))(
    '%s names no flag',
    (_, { message, hint }) => {
      const texts = FACTS.map(factsLike).flatMap((facts) => [
        message(facts as never),
        hint?.(facts as never),
      ]);
      expect(flagsIn(texts)).toEqual([]);
    },
  );
});

describe('words of the tools', () => {
  const sound = JSON.stringify({ name: 'acme/tools', version: '1.0.0', description: 'Tools.' });
  const scratch = new Scratch();
  beforeEach(() => void scratch.shelf.set('acme/tools', new Map([['1.0.0', 'x']])));

  /** What the call reports besides its data. */
  async function reported(operation: string, input: object): Promise<readonly unknown[]> {
    try {
      await scratch.invoke(operation, input);
      return scratch.host.notes;
    } catch (error) {
      if (!isSvcError(error)) throw error;
      return [
        error.message,
        error.hint,
        ...error.issues.map(({ message }) => message),
        ...scratch.host.notes,
      ];
    }
  }

  const [tile, lone, plugin] = [
    'registry.publishPluginTool',
    'registry.publishSkillTool',
    'registry.newPluginTool',
  ];
  const wanted = { name: 'acme/fresh', summary: 'New.', rules: 'style' };
  const calls: readonly (readonly [string, string, object, Readonly<Record<string, string>>])[] = [
    ['a folder that is not there', tile, { path: 'gone' }, {}],
    ['no plugin', tile, {}, {}],
    ['an older plugin', tile, {}, { 'tile.json': '{}' }],
    ['a broken plugin', tile, {}, { [manifest]: '{"name": 7}' }],
    ['a plugin of another workspace', tile, { workspace: 'other' }, { [manifest]: sound }],
    ['a version that is taken', tile, {}, { [manifest]: sound, 'evals/one.md': 'One.' }],
    ['no skill', lone, {}, {}],
    [
      'a broken skill',
      lone,
      { workspace: 'acme' },
      { 'SKILL.md': skill.replace('greet', 'Greet!') },
    ],
    ['a skill for a workspace that cannot be', lone, { workspace: 'Ac me' }, { 'SKILL.md': skill }],
    ['a public skill', lone, { public: true }, { [manifest]: sound, 'SKILL.md': skill }],
    ['a plugin without a workspace', plugin, { ...wanted, name: 'fresh' }, {}],
    ['a plugin without anything', plugin, { name: 'acme/fresh', summary: 'New.' }, {}],
    ['a folder that is taken', plugin, wanted, { 'plugins/fresh/note.txt': 'mine' }],
    ['an unsuitable rule', plugin, { ...wanted, rules: '../style' }, {}],
  ];

  it.each(calls)('name no flag: %s', async (...[, operation, input, files]) => {
    await scratch.write(files);
    const words = await reported(operation, input);
    expect(words).not.toEqual([]);
    expect(flagsIn(words)).toEqual([]);
  });

  it('name no flag: a link out of the plugin', async () => {
    await scratch.write({ [`p/${manifest}`]: sound, 'shared/a.md': 'A' });
    await symlink('../shared', join(scratch.cwd, 'p/shared'));
    for (const operation of [tile, lone]) {
      const words = await reported(operation, { path: 'p' });
      expect(words.join('\n')).toContain('which is outside the plugin');
      expect(flagsIn(words)).toEqual([]);
    }
  });

  it('say how to go public, and which parameter names a folder', async () => {
    await scratch.write({ 'plugins/fresh/note.txt': 'mine' });
    expect(await reported(plugin, wanted)).toContain('Choose another folder with `path`.');
  });
});
