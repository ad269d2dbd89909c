import { execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Explanation, ExplainedField } from '../../../modules/lnk/contract/results.js';
import type { RunOptions } from '../program.js';
import { LnkProgram, refused } from './lnk-program.js';

const WITH_BRANCH = `key: "{{ git_branch | default(value='none') }}"\n`;
const IDENTITY = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];

describe('the key and the branch', () => {
  let lnk: LnkProgram;
  let file: string;
  const key = async (
    words: readonly string[],
    options: RunOptions = {},
  ): Promise<ExplainedField> => {
    const { code, data } = await lnk.json(['explain', 'key', ...words], options);
    expect(code).toBe(0);
    return (data as Explanation).fields[0] as ExplainedField;
  };
  /** What `git_branch` is for `lnk` started in the folder. */
  const branch = async (folder: string, env: RunOptions['env'] = {}): Promise<unknown> =>
    (await key(['-f', file], { cwd: join(lnk.cwd, folder), env })).value;
  const git = (folder: string, ...words: readonly string[]): void => {
    const { PATH, HOME } = lnk.program.env;
    execFileSync('git', [...IDENTITY, ...words], {
      cwd: join(lnk.cwd, folder),
      env: { PATH, HOME, GIT_CONFIG_NOSYSTEM: '1' },
      stdio: 'pipe',
    });
  };
  /** A folder with a program named git, alone on the PATH. */
  const gitThat = async (name: string, text: string): Promise<string> => {
    const folder = join(lnk.cwd, name);
    await mkdir(folder);
    await writeFile(join(folder, 'git'), `#!/bin/sh\n${text}\n`);
    await chmod(join(folder, 'git'), 0o755);
    return folder;
  };
  beforeAll(async () => {
    lnk = await LnkProgram.open();
    file = await lnk.write('apart/lnk.yaml', WITH_BRANCH);
  });
  afterAll(() => lnk.close());

  it('the key: flag, LNK_KEY, file, a random one', async () => {
    const input = 'key: ofFile\n';
    const env = { LNK_KEY: 'ofVariable' };
    const all = await key(['-f', '-', '--key', 'ofFlag'], { input, env });
    const ofFile = { kind: 'file', file: 'standard input', line: 1, column: 6, path: 'key' };
    expect(all).toMatchObject({
      value: 'ofFlag',
      source: { kind: 'flag', name: '--key' },
      losers: [
        { value: 'ofVariable', source: { kind: 'environment', name: 'LNK_KEY' } },
        { value: 'ofFile', source: ofFile },
      ],
    });
    expect(await key(['-f', '-'], { input, env })).toMatchObject({
      value: 'ofVariable',
      losers: [{ value: 'ofFile', source: ofFile }],
    });
    expect(await key(['-f', '-'], { input })).toMatchObject({
      value: 'ofFile',
      source: ofFile,
      losers: [],
    });
    const [one, other] = [await key([]), await key([])];
    expect(one).toMatchObject({ value: expect.stringMatching(/^[0-9a-f]{5}$/), losers: [] });
    expect(one.source).toEqual({ kind: 'default' });
    expect(other.value).not.toBe(one.value);
  });

  it('the key is known to the rest of the file', async () => {
    const input = `${WITH_BRANCH}feature: { env: { override: { K: "{{ key }}" } } }\n`;
    const { data } = await lnk.json(['decide', 'env', 'K', '-f', '-'], {
      input,
      env: { LNK_BRANCH_NAME: 'main' },
    });
    expect(data).toMatchObject({ variables: [{ verdict: 'set', value: 'main' }] });
  });

  it('a key that no header can have is refused, wherever it comes from', async () => {
    const long = 'k'.repeat(10_000);
    expect(await lnk.run(['verify'], { env: { LNK_KEY: 'a\nb' } })).toEqual(
      refused(2, 'The key of LNK_KEY has the character U+000A'),
    );
    expect(await lnk.run(['explain', '--key', long])).toEqual(refused(2, 'The key of --key'));
    const { code, data } = await lnk.json(['verify', '-'], { input: `key: ${long}\n` });
    expect([code, data]).toMatchObject([3, { errors: [{ field: 'key', line: 1, column: 6 }] }]);
  });

  it('the branch of the folder that lnk is started in, not of the file', async () => {
    await mkdir(join(lnk.cwd, 'shop/deep'), { recursive: true });
    git('shop', 'init', '--quiet', '--initial-branch=feature/cart');
    expect(await branch('shop')).toBe('feature/cart');
    expect(await branch('shop/deep')).toBe('feature/cart');
    expect(await branch('apart')).toBe('none');
    expect(await branch('shop', { LNK_BRANCH_NAME: 'named' })).toBe('named');
    expect(await branch('apart', { LNK_BRANCH_NAME: 'named' })).toBe('named');
  });

  it('no branch with a detached HEAD', async () => {
    await mkdir(join(lnk.cwd, 'detached'));
    git('detached', 'init', '--quiet', '--initial-branch=main');
    git('detached', 'commit', '--quiet', '--allow-empty', '--message=first');
    expect(await branch('detached')).toBe('main');
    git('detached', 'checkout', '--quiet', '--detach');
    expect(await branch('detached')).toBe('none');
    const { code, data } = await lnk.json(['verify', '-'], {
      input: '{"target":\n "pod/{{ git_branch }}"}',
      cwd: join(lnk.cwd, 'detached'),
    });
    expect([code, data]).toMatchObject([
      3,
      {
        errors: [
          {
            line: 2,
            message: expect.stringContaining('Variable `git_branch` not found in context'),
            hint: expect.stringContaining("default(value='"),
          },
        ],
      },
    ]);
  });

  it('no branch without git, with one that fails, and with one that hangs', async () => {
    await mkdir(join(lnk.cwd, 'empty'));
    const failing = await gitThat('failing', 'echo wrong; exit 1');
    const hanging = await gitThat('hanging', 'exec /bin/sleep 600');
    expect(await branch('.', { PATH: join(lnk.cwd, 'empty') })).toBe('none');
    expect(await branch('.', { PATH: failing })).toBe('none');
    expect(await branch('.', { PATH: hanging })).toBe('none');
    // nothing asks for the branch when it is named
    expect(await branch('.', { PATH: hanging, LNK_BRANCH_NAME: 'named' })).toBe('named');
  });
});
