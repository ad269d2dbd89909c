import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { PluginContents } from '../../../registry/contract/plugin-format.js';
import { shippedGitFiles } from './shipped-git-files.js';

const run = promisify(execFile);
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'svc-git-files-'));
});
afterEach(() => rm(root, { recursive: true }));

const textsOf = (texts: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const files = Object.entries(texts).map(([path, text]) => ({
    path,
    mode: 0o644 as const,
    content: Buffer.from(text),
  }));
  const contents = { files } as unknown as PluginContents;
  return shippedGitFiles(new Map([['acme/tools', { contents }]]));
};

it('names the files that git leaves out, as git does', async () => {
  const texts = {
    '.gitignore': 'dist/\n*.log\n',
    'dist/a.js': 'a',
    'x.log': 'x',
    'logs/.gitignore': '!*.log\n',
    'logs/y.log': 'y',
    'skills/a/SKILL.md': 'a',
  };
  await run('git', ['init', '-q', root]);
  for (const [path, text] of Object.entries(texts)) {
    const file = join(root, '.svc/plugins/acme/tools', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const { stdout } = await run('git', ['-C', root, 'status', '-s', '-uall', '--ignored']);
  const ignored = stdout.split('\n').filter((line) => line.startsWith('!!'));
  expect(ignored.map((line) => line.replace(/^.*acme\/tools\//, ''))).toEqual([
    'dist/a.js',
    'x.log',
  ]);
  expect(await textsOf(texts)).toEqual([
    'acme/tools ships a .gitignore by which git leaves out dist/a.js, x.log. Commit them with `git add -f .svc/plugins/acme/tools`, or set "mode": "managed".',
  ]);
  await run('git', ['-C', root, 'add', '-f', '.svc/plugins/acme/tools']);
  const { stdout: added } = await run('git', ['-C', root, 'ls-files']);
  expect(added).toContain('dist/a.js');
});

it('names attributes by which git changes contents, and no others', async () => {
  expect(await textsOf({ '.gitattributes': '# *.x text\n*.png diff=image\n' })).toEqual([]);
  expect(await textsOf({ '.gitattributes': '* text=auto eol=crlf\n' })).toEqual([
    expect.stringContaining('acme/tools ships .gitattributes'),
  ]);
  expect(await textsOf({ 'a/.gitignore': 'nothing-here\n', 'a/b': '' })).toEqual([]);
});
