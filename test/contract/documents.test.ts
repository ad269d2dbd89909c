import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md', 'modules/*/README.md'], { cwd: root });

describe('documents', () => {
  it.each(documents)('%s links only to files that exist', (path) => {
    const links = [...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(
      (match) => match[1] ?? '',
    );
    const missing = links.filter(
      (link) =>
        globSync(join(dirname(path), link).replaceAll('\\', '/').replace(/\/$/, '/README.md'), {
          cwd: root,
        }).length === 0,
    );
    expect(missing).toEqual([]);
  });

  it('the index of decisions lists every record under its title', () => {
    const records = globSync('docs/adr/0*.md', { cwd: root }).sort();
    const expected = records.map(
      (path) =>
        `- [${read(path).split('\n')[0]?.replace(/^# /, '') ?? ''}](${path.replace('docs/adr/', '')})`,
    );
    const listed = read('docs/adr/README.md')
      .split('\n')
      .filter((line) => line.startsWith('- '));
    expect(listed).toEqual(expected);
  });

  it('the README names exactly two commands for a fresh machine', () => {
    const section = /## Try it, verify it\n(.*?)\n## /s.exec(read('README.md'))?.[1] ?? '';
    const commands = [...section.matchAll(/```sh[^\n]*\n(.*?)\n```/gs)].map((match) => match[1]);
    expect(commands).toEqual(['node tools/try.mjs', 'node tools/verify.mjs']);
    expect(read('.ci/run')).toContain(`exec ${commands[1] ?? ''}\n`);
  });

  it('the guide for modules shows the files of its examples as they are', () => {
    const guide = read('docs/guides/write-a-module.md');
    const shown = [...guide.matchAll(/```\w+ (file|deploys)=(\S+)\n(.*?)```/gs)].map(
      ([, by, file = '', text]) => ({
        file: `${by === 'file' ? 'poll' : 'deploys'}/${file}`,
        text,
      }),
    );
    const cwd = join(root, 'test/fixtures/modules');
    expect(shown.map(({ file }) => file).sort()).toEqual([
      'deploys/tsconfig.json',
      ...globSync('poll/**', { cwd, ignore: 'poll/manifest.json' }).sort(),
    ]);
    for (const { file, text } of shown)
      expect({ file, text }).toEqual({ file, text: read(join('test/fixtures/modules', file)) });
  });
});
