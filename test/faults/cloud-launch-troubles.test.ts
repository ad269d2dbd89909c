/** Launches in the cloud whose repository or skill is not as it should be. */
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeCloudByDayOn, describeCloudOnSqlite } from '../describe-cloud.js';
import { CloudLaunches, SUCCEEDS } from './harness/cloud-launches.js';
import { countsOf } from './harness/counts.js';
import { LONG, sampleOf } from './harness/rounds.js';

const MB = 1024 * 1024;
/** Of the file that no work folder of 64 MB holds. */
const HUGE = LONG ? 5 * 1024 * MB : 96 * MB;

const skillFile = (name: string): string =>
  `---\nname: ${name}\ndescription: Does it.\n---\n\nDo it.\n`;

describeCloudOnSqlite('launches in the cloud', (database) => {
  let cloud: CloudLaunches;
  let oldCommit: string;

  beforeAll(async () => {
    const env = { SVC_SANDBOX_DISK_MB: '64', SVC_LONG_JOB_CONCURRENCY: '2' };
    cloud = await CloudLaunches.open(database, env);
    const { repository, git } = cloud;
    oldCommit = await repository.commit({ 'old.txt': 'old\n' });
    await repository.commit({
      'old.txt': null,
      outside: '-> /etc',
      inside: '-> skills',
      'linked-skill': '-> skills/any',
      'linked-file/SKILL.md': '-> /etc/passwd',
      'two/tea/SKILL.md': skillFile('tea'),
      'two/\u001b[31mred/SKILL.md': skillFile('red'),
      '.gitmodules': '[submodule "lib"]\n\tpath = lib\n\turl = https://git.example/lib\n',
      '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
      'large.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n',
    });
    await git.create('acme/empty');
    await git.create('acme/private');
    git.credentials.set('acme/private', 'x-access-token:opens-it');
    git.refusals.set('acme/hanging', 'hang');
    git.refusals.set('acme/broken', 503);
    git.refusals.set('acme/forbidden', 403);
  });
  afterAll(() => cloud.close());

  const counts = countsOf('troubles of launches in the cloud');
  const gone = 'f'.repeat(40);
  const troubles: readonly [string, { repo?: string } & Record<string, string>, string, string][] =
    [
      ['an empty repository', { repo: 'empty' }, 'repository_empty', 'has no commits'],
      ['a private one', { repo: 'private' }, 'repository_unavailable', 'asks for a password'],
      ['one that is refused', { repo: 'forbidden' }, 'repository_unavailable', 'is private'],
      ['one that is gone', { repo: 'gone' }, 'repository_unavailable', 'not found'],
      ['a broken server', { repo: 'broken' }, 'repository_unavailable', '503'],
      ['no such branch', { baseBranch: 'nope' }, 'revision_missing', 'branch "nope"'],
      ['no branch at all', { baseBranch: 'a..b' }, 'revision_missing', 'branch "a..b"'],
      ['no such tag', { snapshot: 'v9' }, 'revision_missing', 'tag "v9"'],
      ['no such commit', { snapshot: gone }, 'revision_missing', `commit ${gone}`],
      [
        'neither commit nor branch',
        { snapshot: gone, baseBranch: '--upload-pack=sh' },
        'revision_missing',
        `commit ${gone}`,
      ],
      ['no such folder', { cwd: 'nope' }, 'work_folder_missing', 'no folder "nope"'],
      ['a file', { cwd: 'README.md' }, 'work_folder_missing', 'no folder "README.md"'],
      ['a folder outside', { cwd: 'outside' }, 'work_folder_missing', 'no folder "outside"'],
      ['no skill', { skill: 'file:nope' }, 'skill_not_there', 'file:nope has no skill'],
      ['a link', { skill: 'file:linked-skill' }, 'skill_not_there', 'has no skill'],
      ['a linked file', { skill: 'file:linked-file' }, 'skill_not_there', 'has no skill'],
      [
        'several skills',
        { skill: 'file:two' },
        'skill_ambiguous',
        'file:two#\\u001b[31mred, file:two#tea',
      ],
      ['a skill outside', { skill: 'file:outside/x' }, 'skill_not_there', 'has no skill'],
      ['another skill', { skill: 'file:two#x' }, 'skill_not_there', 'file:two#tea'],
    ];
  // by day every code, but not each of its reasons
  it.each([...sampleOf(troubles, 2)])(
    'end by name, at once and for ever: %s',
    async (...[, { repo, ...given }, code, words]) => {
      const address = cloud.git.url(`acme/${repo ?? 'shop'}`);
      const run = await cloud.run([SUCCEEDS], { ...given, repo: address });
      expect(run).toMatchObject({ status: 'failed', result: null, failureReason: { code } });
      expect(run.failureReason?.message).toContain(words);
      const lines = (await cloud.log(run.launchRunId)).trim().split('\n');
      expect(lines.filter((line) => !line.startsWith('Cloned '))).toHaveLength(1);
    },
  );

  it('end when a server does not answer, or not after its list of branches', async () => {
    const silent = ['hang', 'stall'] as const;
    const runs = silent.map(async (refusal) => {
      const other = await cloud.git.create(`acme/${refusal}`);
      await other.commit({ 'README.md': 'Never sent.\n' });
      cloud.git.refusals.set(`acme/${refusal}`, refusal);
      return cloud.run([SUCCEEDS], { repo: cloud.git.url(`acme/${refusal}`) });
    });
    for (const { failureReason } of await Promise.all(runs))
      expect(failureReason).toMatchObject({
        code: 'repository_unavailable',
        message: expect.stringContaining('does not answer'),
      });
  }, 60_000);

  it('follow a redirection on the same host, and none to another', async () => {
    const { git } = cloud;
    git.refusals.set('acme/moved', { redirect: git.url('acme/shop.git') });
    git.refusals.set('acme/left', { redirect: 'http://127.0.0.3:1/acme/shop.git' });
    const moved = await cloud.run([SUCCEEDS], { repo: git.url('acme/moved') });
    expect(moved).toMatchObject({ status: 'completed', result: { status: 'succeeded' } });
    const left = await cloud.run([SUCCEEDS], { repo: git.url('acme/left') });
    expect(left.failureReason).toMatchObject({ code: 'repository_unavailable' });
    expect(await cloud.log(left.launchRunId)).toContain('127.0.0.3:1 was refused');
  });

  it(`end when the repository does not fit: ${HUGE / MB} MB`, async () => {
    const huge = await cloud.git.create('acme/huge');
    await huge.commit({ 'skills/any/SKILL.md': skillFile('any') });
    const file = join(huge.folder, 'sparse.img');
    await writeFile(file, '');
    await truncate(file, HUGE);
    await huge.git('config', 'core.compression', '1');
    await huge.commit({});
    const run = await cloud.run([SUCCEEDS], { repo: cloud.git.url('acme/huge') });
    expect(run.failureReason).toMatchObject({ code: 'repository_too_large' });
    const seconds = (Date.parse(run.finishedAt!) - Date.parse(run.startedAt!)) / 1000;
    counts.add('seconds for a repository that does not fit', Math.round(seconds));
  }, 600_000);

  it('open a private repository with GIT_TOKEN, which stays secret', async () => {
    const shop = await cloud.git.create('acme/secret');
    await shop.commit({ 'skills/any/SKILL.md': skillFile('any') });
    cloud.git.credentials.set('acme/secret', 'x-access-token:opens-it');
    const repo = cloud.git.url('acme/secret');
    const steps = [{ run: 'cat .git/config; env; git log' }, SUCCEEDS];
    const run = await cloud.run(steps, { repo, environment: await environmentOf('opens-it') });
    expect(run).toMatchObject({ status: 'completed', result: { status: 'succeeded' } });
    expect(await cloud.log(run.launchRunId)).not.toContain('opens-it');
    const wrong = await cloud.run(steps, { repo, environment: await environmentOf('does-not') });
    expect(wrong.failureReason?.message).toContain('refuses the one of GIT_TOKEN');
  });

  const environmentOf = (token: string): Promise<string> => cloud.environment({ GIT_TOKEN: token });

  it('check out a commit of old, whether or not the server gives it out by its id', async () => {
    const steps = [{ run: 'cat old.txt; git rev-parse HEAD' }, SUCCEEDS];
    for (const allowed of ['true', 'false']) {
      for (const which of ['Tip', 'Reachable', 'Any']) {
        const key = `uploadpack.allow${which}SHA1InWant`;
        await cloud.repository.git('-C', cloud.repository.bare, 'config', key, allowed);
      }
      const run = await cloud.run(steps, { snapshot: oldCommit });
      expect(run).toMatchObject({ status: 'completed', commit: oldCommit });
      expect(await cloud.log(run.launchRunId)).toContain(`old\n${oldCommit}`);
    }
  });

  it('keep to the clone: submodules and large files stay where they are, links lead nowhere', async () => {
    const run = await cloud.run(
      [{ run: 'pwd -P; cat large.bin; ls lib; cat outside/shadow; echo x > outside/x' }, SUCCEEDS],
      { cwd: 'inside' },
    );
    expect(run).toMatchObject({ status: 'completed', patch: { bytes: 0 } });
    const log = await cloud.log(run.launchRunId);
    expect(log).toContain('repository/skills\n');
  });
});

describeCloudByDayOn('postgres', 'an environment', (database) => {
  let cloud: CloudLaunches;
  beforeAll(async () => {
    cloud = await CloudLaunches.open(database);
  });
  afterAll(() => cloud.close());

  it('that is deleted while a launch waits ends the launch, and no other', async () => {
    const { svc, json, program } = cloud.registry;
    await writeFile(join(program.cwd, 'gone.env'), 'A=some-value\n');
    const line = ['env', 'create', 'gone', '--file', 'gone.env', '--workspace', 'acme'];
    const created = await json<{ id: string }>(line);
    const first = await cloud.begin([{ sleep: 2 }, SUCCEEDS]);
    const waits = await cloud.begin([SUCCEEDS], { environment: created.id });
    const other = await cloud.begin([SUCCEEDS]);
    await svc(['env', 'delete', 'gone', '--workspace', 'acme', '--yes']);
    expect(await cloud.ended(waits)).toMatchObject({
      status: 'failed',
      result: null,
      failureReason: { code: 'environment_gone' },
    });
    for (const id of [first, other])
      expect(await cloud.ended(id)).toMatchObject({ status: 'completed' });
  });
});
