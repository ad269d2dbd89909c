import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Memory } from './memory.js';

let root: string;
let memory: Memory;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'svc-memory-')));
  memory = new Memory(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const preference = (topic: string | undefined, text = 'x') =>
  ({ kind: 'preference', topic, text }) as const;

describe('the memory of a project', () => {
  it('is empty, and makes nothing, until something is kept', () => {
    expect(memory.read()).toBe('');
  });

  it('keeps entries by their kind, one line each', async () => {
    memory.add({ kind: 'note', topic: undefined, text: ' one\n two ' });
    memory.add({ kind: 'goal', topic: undefined, text: 'a goal' });
    memory.add(preference('tests', 'tables'));
    memory.add(preference(undefined, 'short'));
    expect(await readFile(join(root, '.svc/memory/index.md'), 'utf8')).toBe('- one two\n');
    expect(memory.read()).toBe(
      '## index.md\n\n- one two\n\n## goals.md\n\n- a goal\n\n## preferences/general.md\n\n- short\n\n## preferences/tests.md\n\n- tables',
    );
  });

  it.each(['../../evil', 'a/b', 'A', '', '.hidden'])('refuses the topic %j', (topic) => {
    expect(() => memory.add(preference(topic))).toThrow('topic');
  });

  it.each(['', '   ', 'x'.repeat(4001)])('refuses a text that is empty or long', (text) => {
    expect(() => memory.add({ kind: 'note', topic: undefined, text })).toThrow('characters');
  });

  it('neither reads nor writes through links', async () => {
    await mkdir(join(root, '.svc/memory'), { recursive: true });
    const outside = join(root, 'secret');
    await writeFile(outside, 'a secret');
    await symlink(outside, join(root, '.svc/memory/index.md'));
    expect(memory.read()).toBe('');
    expect(() => memory.add({ kind: 'note', topic: undefined, text: 'x' })).toThrow('link');
    expect(await readFile(outside, 'utf8')).toBe('a secret');
  });
});
