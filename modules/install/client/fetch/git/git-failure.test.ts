import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GitServer } from '../../../../../test/network/git-server.js';
import { GitRepository } from './git-repository.js';
import { parseGitSource } from '../../resolve/git-source.js';
import { fetchTree } from './git-tree.js';
import { findRemoteCommit } from './remote-commit.js';

let server: GitServer;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-home-'));
  server = await GitServer.start();
  for (const name of ['open', 'private', 'slow', 'broken', 'busy'])
    await (await server.create(`acme/${name}`)).commit({ 'SKILL.md': name });
  await server.create('acme/empty');
  server.credentials.set('acme/private', 'me:s3cret/word');
  server.refusals.set('acme/slow', 'hang').set('acme/broken', 500).set('acme/busy', 429);
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
});

const gitConfig = (text: string): Promise<void> => writeFile(join(home, '.gitconfig'), text);

async function fetch(
  source: string,
  {
    signal = new AbortController().signal,
    ...more
  }: Record<string, unknown> & { signal?: AbortSignal } = {},
) {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    SVC_GIT_TIMEOUT: '10',
    ...more,
  } as Record<string, string | undefined>;
  return GitRepository.with(parseGitSource(source), { env, signal }, async (git) => {
    const [file] = await (await fetchTree(git, await findRemoteCommit(git))).read(['SKILL.md']);
    return Buffer.from(file?.content ?? '').toString();
  });
}

describe('fetching from a git host', () => {
  it.each([
    [
      'a private repository',
      'private',
      'repository_unavailable',
      /credential helper that knows 127\.0\.0\.1/,
    ],
    ['a repository that is not there', 'nope', 'repository_unavailable', /Is the name right/],
    ['a host that errs', 'broken', 'repository_unreachable', /error of its own/],
    ['a host that limits requests', 'busy', 'repository_unreachable', /rate limiting requests/],
    ['a repository without commits', 'empty', 'ref_unknown', /nothing was pushed/],
  ])('says why when it meets %s', async (...[, name, code, text]) => {
    const failure = (await fetch(server.url(`acme/${name}`)).catch(
      (error: unknown) => error,
    )) as Error & { hint: string };
    expect(failure).toMatchObject({ code });
    expect(`${failure.message} ${failure.hint}`).toMatch(text);
  });

  it('names the branches when the one that is asked for is not there', async () => {
    const failure = fetch(`${server.url('acme/open')}#mian`);
    await expect(failure).rejects.toMatchObject({
      code: 'ref_unknown',
      hint: 'Its branches: main.',
      message: expect.stringContaining('"mian"') as unknown,
    });
    await expect(
      fetch(`${server.url('acme/open')}#0123456789012345678901234567890123456789`),
    ).rejects.toMatchObject({
      code: 'ref_unknown',
    });
    await expect(fetch(`${server.url('acme/open')}#0123456`)).rejects.toMatchObject({
      code: 'ref_unknown',
    });
  });

  it('says that the host is not known, or that no server answers', async () => {
    await expect(fetch('https://nowhere.invalid/acme/tools')).rejects.toMatchObject({
      code: 'repository_unreachable',
      hint: expect.stringContaining('spelt right') as unknown,
    });
    await expect(fetch('http://127.0.0.1:1/acme/tools')).rejects.toThrow(/no server answers there/);
    await expect(fetch('ssh://git@127.0.0.1:1/acme/tools')).rejects.toMatchObject({
      code: 'repository_unreachable',
    });
  });

  it('gives up when nothing comes for too long, and says so instead of blaming the sign-in', async () => {
    await expect(fetch(server.url('acme/slow'), { SVC_GIT_TIMEOUT: '1' })).rejects.toMatchObject({
      code: 'repository_unreachable',
      message: expect.stringContaining('no data was received for 1 s') as unknown,
    });
  });

  it('ends git with everything it started when the command is cancelled', async () => {
    const abort = new AbortController();
    const running = fetch(server.url('acme/slow'), { signal: abort.signal });
    const settled = expect(running).rejects.toMatchObject({ code: 'cancelled' });
    while (!server.requests.some((request) => request.includes('slow')))
      await new Promise((done) => setTimeout(done, 20));
    abort.abort();
    await settled;
    expect(execFileSync('ps', ['-eo', 'args']).toString()).not.toContain(server.url('acme/slow'));
  });

  it('says that git is not installed', async () => {
    await expect(fetch(server.url('acme/open'), { PATH: home })).rejects.toMatchObject({
      code: 'git_missing',
      exit: 6,
    });
  });
});

describe('credentials', () => {
  const address = (): string => server.url('acme/private').replace('//', '//me:s3cret%2Fword@');

  it('of a URL are used, and appear in no argument and no error', async () => {
    const [bin, log] = [await mkdtemp(join(home, 'bin-')), join(home, 'arguments')];
    const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
    await writeFile(
      join(bin, 'git'),
      `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nexec '${real}' "$@"\n`,
    );
    await chmod(join(bin, 'git'), 0o755);
    const PATH = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
    expect(await fetch(address(), { PATH })).toBe('private');
    const failure = (await fetch(`${address()}#nope`, { PATH }).catch(
      (error: unknown) => error,
    )) as Error & { hint: string };
    const said = `${failure.message} ${failure.hint} ${String(failure.stack)} ${await readFile(log, 'utf8')}`;
    expect(said).toContain('ls-remote');
    expect(said).not.toMatch(/s3cret|czNjcmV0/);
  });

  it('of a URL that do not open the repository are mentioned, not shown', async () => {
    const failure = (await fetch(server.url('acme/private').replace('//', '//me:wr0ng@')).catch(
      (error: unknown) => error,
    )) as Error & {
      hint: string;
    };
    expect(failure).toMatchObject({
      code: 'repository_unavailable',
      hint: expect.stringContaining('does not open it') as unknown,
    });
    expect(`${failure.message} ${failure.hint} ${String(failure.cause)}`).not.toContain('wr0ng');
  });

  it('come from a helper that needs nobody', async () => {
    await gitConfig(
      `[credential]\n  helper = "!f() { echo username=me; echo password=s3cret/word; }; f"\n`,
    );
    expect(await fetch(server.url('acme/private'))).toBe('private');
    await gitConfig('');
  });

  it('are never asked for: not by a program for passwords, not on the terminal', async () => {
    const program = join(home, 'askpass');
    await writeFile(program, `#!/bin/sh\ntouch '${home}/asked'\necho x\n`);
    await chmod(program, 0o755);
    await gitConfig(`[core]\n  askPass = ${program}\n`);
    const env = { GIT_ASKPASS: program, SSH_ASKPASS: program, DISPLAY: ':0' };
    await expect(fetch(server.url('acme/private'), env)).rejects.toMatchObject({
      code: 'repository_unavailable',
    });
    await expect(readFile(join(home, 'asked'))).rejects.toMatchObject({ code: 'ENOENT' });
    await gitConfig('');
  });
});

describe('the configuration of git', () => {
  it('cannot make it run something: no hooks, no templates, no other protocols', async () => {
    const mark = join(home, 'ran');
    const hook = join(home, 'hooks', 'reference-transaction');
    execFileSync('mkdir', ['-p', join(home, 'hooks'), join(home, 'template', 'hooks')]);
    for (const file of [hook, join(home, 'template/hooks/reference-transaction')]) {
      await writeFile(file, `#!/bin/sh\ntouch '${mark}'\n`);
      await chmod(file, 0o755);
    }
    await gitConfig(
      `[core]\n  hooksPath = ${home}/hooks\n[init]\n  templateDir = ${home}/template\n[protocol "ext"]\n  allow = always\n`,
    );
    expect(await fetch(server.url('acme/open'))).toBe('open');
    await gitConfig(
      `[protocol "ext"]\n  allow = always\n[url "ext::sh -c touch% ${mark}% #"]\n  insteadOf = ${server.origin}/\n`,
    );
    await expect(fetch(server.url('acme/open'))).rejects.toThrow(
      /protocol other than https and ssh/,
    );
    await expect(readFile(mark)).rejects.toMatchObject({ code: 'ENOENT' });
    await gitConfig('');
  });

  it('of the command that runs svc is left alone: variables of a hook lead nowhere else', async () => {
    const env = {
      GIT_DIR: '/nonexistent',
      GIT_INDEX_FILE: '/nonexistent',
      GIT_WORK_TREE: '/',
      GIT_CONFIG_PARAMETERS: "'core.bare'='no'",
    };
    expect(await fetch(server.url('acme/open'), env)).toBe('open');
  });

  it('that the environment carries stays in force', async () => {
    const env = {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `url.${server.origin}/.insteadOf`,
      GIT_CONFIG_VALUE_0: 'https://git.acme.test/',
    };
    expect(await fetch('https://git.acme.test/acme/open', env)).toBe('open');
  });
});
