/** Launches in the cloud whose agent does what it should not: each ends, with a result or by name, and the worker takes the next one. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { LaunchRunView } from '../../modules/launch/contract/launch-run-view.js';
import { describeCloudByDayOn, describeCloudOnSqlite } from '../describe-cloud.js';
import { CloudLaunches, SUCCEEDS } from './harness/cloud-launches.js';
import { atNight, sampleOf } from './harness/rounds.js';

const git = promisify(execFile);
const sh = (command: string): object => ({ run: command });
const file = (path: string, content: string): object => ({ write: { path, content } });

/** What an agent does, and how: the reason in its result, and the line in its log. */
type End = [string, readonly object[], string, string];

const IDENTITY = 'git -c user.name=a -c user.email=a@example.com';

describeCloudOnSqlite('an agent in the cloud', (database) => {
  let cloud: CloudLaunches;

  beforeAll(async () => {
    cloud = await CloudLaunches.open(database, {
      SVC_SANDBOX_DISK_MB: '64',
      SVC_SANDBOX_MEMORY_MB: '300',
      SVC_SANDBOX_PROCESSES: '100',
      SVC_LAUNCH_MINUTES: '0.1',
      SVC_LONG_JOB_CONCURRENCY: '2',
    });
    await cloud.repository.commit({ 'CLAUDE.md': 'Be kind.\n', 'src/a.txt': 'a\n' });
  });
  afterAll(() => cloud.close());
  afterEach(() => {
    expect(cloud.registry.server.child.exitCode).toBeNull();
  });

  const svcLine = async ({ launchRunId }: LaunchRunView): Promise<string> => {
    const lines = await cloud.entries(launchRunId);
    return lines.map(({ stream, text }) => (stream === 'svc' ? text : '')).join('');
  };

  it.each<End>([
    ...atNight<End>([['hangs', [{ sleep: 60 }], 'limit of time', 'after 0.1 minutes']]),
    [
      'ignores SIGTERM',
      [{ ignore: 'SIGTERM' }, { ignore: 'SIGINT' }, { sleep: 60 }],
      'limit of time',
      'after 0.1 minutes',
    ],
    ['forks', [sh("perl -e 'fork while 1'")], 'limit of processes', 'limit of processes'],
    // the kernel may refuse more before they are counted
    [
      'starts too many programs',
      [sh('for i in $(seq 200); do sleep 60 & done; wait')],
      'no result',
      'Scripted agent',
    ],
    [
      'eats memory',
      [sh("node -e 'const a=[]; for(;;) a.push(Buffer.alloc(1e7,1))'"), { sleep: 5 }],
      'limit of memory',
      'limit of memory',
    ],
    ['fills the disk', [sh('cat /dev/urandom > big'), SUCCEEDS], 'ENOSPC', 'cannot be kept'],
    ['ends without an answer', [{ print: 'hi' }], 'no result', 'exit code 0'],
    ['fails', [{ warn: 'bad \u001b[31m' }, { exit: 3 }], 'It said: bad \\u001b[31m', 'exit code 3'],
    [
      'says two things',
      [SUCCEEDS, { say: { status: 'failed', summary: 'no', reason: 'why' } }],
      'two different results',
      'exit code 0',
    ],
    ['links its result', [sh('ln -s /etc/passwd ../result.json')], 'no result', 'exit code 0'],
    // by day result-file.test.ts has the rest
    ...atNight<End>([
      ['makes it a pipe', [sh('mkfifo ../result.json')], 'no result', 'exit code 0'],
      ['makes it a folder', [sh('mkdir ../result.json')], 'no result', 'exit code 0'],
      ['makes it huge', [sh('head -c 9000000 /dev/zero > ../result.json')], 'bytes', 'exit code 0'],
    ]),
  ])('that %s ends with a result that says so', async (...[, steps, reason, line]) => {
    const run = await cloud.run(steps);
    expect(run).toMatchObject({
      status: 'completed',
      result: { status: 'failed', reason: expect.stringContaining(reason) },
    });
    expect(await svcLine(run)).toContain(line);
  });

  it('that ends its own sandbox has failed, and no other', async () => {
    const other = await cloud.begin([{ sleep: 2 }, SUCCEEDS]);
    expect(await cloud.run([sh('kill -9 1; kill -9 2; kill -9 -1'), SUCCEEDS])).toMatchObject({
      status: 'completed',
      result: { status: 'failed', reason: expect.stringContaining('The sandbox has ended') },
    });
    expect(await cloud.ended(other)).toMatchObject({ result: SUCCEEDS.result });
  });

  it.each([
    ['deletes everything', 'rm -rf /sandbox/work'],
    ['replaces its clone by a link', 'cd ..; mv repository x; ln -s /etc repository'],
    ['deletes what is compared', 'rm -rf ../changes.git'],
  ])('that %s has its result, and the log says why there is no patch', async (_, command) => {
    const run = await cloud.run([sh(command), SUCCEEDS]);
    expect(run).toMatchObject({ status: 'completed', result: SUCCEEDS.result, patch: null });
    expect(await svcLine(run)).toMatch(/The changes cannot be kept: .*[^.]\.\n/);
  });

  it('that ends with an error after its result has that result', async () => {
    expect(await cloud.run([SUCCEEDS, { exit: 3 }])).toMatchObject({ result: SUCCEEDS.result });
  });

  /** The files of a clone, after the patch of a launch that did these steps. */
  const changed = async (...steps: readonly object[]) => {
    const run = await cloud.run([...steps, SUCCEEDS]);
    expect(run).toMatchObject({ status: 'completed', result: SUCCEEDS.result });
    const folder = join(cloud.git.folder, 'applied', run.launchRunId);
    await git('git', ['clone', '--quiet', cloud.repository.bare, folder]);
    const patch = join(folder, '..', `${run.launchRunId}.patch`);
    await writeFile(patch, await cloud.patch(run.launchRunId));
    if (run.patch!.bytes > 0) await git('git', ['-C', folder, 'apply', '--index', patch]);
    const { stdout } = await git('git', ['-C', folder, 'diff', '--cached', '--name-status', '-z']);
    const read = (path: string): Promise<Buffer> => readFile(join(folder, path));
    return { run, changes: stdout.split('\0').join(' ').trim(), read };
  };

  const edit = [file('src/a.txt', 'b\n'), file('new.txt', 'new\n')];
  const spoilt: readonly [string, readonly object[]][] = [
    ['nothing else', []],
    ['commits', [sh(`git add -A && ${IDENTITY} commit -qm x && git checkout -q --orphan other`)]],
    ['deletes .git', [sh('rm -rf .git')]],
    ['replaces .git', [sh('rm -rf .git && git init -q . && git add -A')]],
    ['breaks the objects', [sh('rm -rf .git/objects; echo x > .git/index; echo x > .git/HEAD')]],
    [
      'changes the settings of git',
      [
        sh('git config core.worktree /etc && echo "*" > .git/info/exclude'),
        sh(
          'printf "#!/bin/sh\\nsleep 60\\n" > .git/hooks/post-index-change; chmod +x .git/hooks/*',
        ),
        sh('git config core.fsmonitor "sleep 60"; git config diff.external "sleep 60"'),
      ],
    ],
    ['leaves something running', [sh('setsid sh -c "sleep 1; echo late > new.txt" &')]],
    ['deletes what was installed', [sh('rm -rf .svc svc.json svc-lock.json .agents AGENTS.md')]],
    [
      'changes what was installed',
      [sh('for f in $(find .svc svc.json -type f); do echo x >> $f; done')],
    ],
  ];
  it.each([...sampleOf(spoilt, 2)])(
    'has its changes in a patch that applies, also when it does this: %s',
    async (_, steps) => {
      const { changes, read } = await changed(...edit, ...steps);
      expect(changes).toBe('A new.txt M src/a.txt');
      expect(String(await read('new.txt'))).toBe('new\n');
    },
  );

  it('may give files any names and contents', async () => {
    const names = [
      'a b',
      'quote"s',
      "it's",
      'two\nlines',
      'tab\t',
      'ünïcödé',
      '-x',
      '$(id)',
      '\\n',
    ];
    const steps = names.map((name) => file(`./odd/${name}`, `${name}\n`));
    const { changes, read } = await changed(
      ...steps,
      sh('head -c 5000 /dev/urandom > odd/bin; cp odd/bin odd/copy; chmod +x odd/bin'),
      sh('ln -s /etc/passwd odd/link; mkfifo odd/pipe; printf "no end" > odd/no-end'),
      sh('printf "a\\r\\nb\\r\\n" > odd/crlf; printf "\\377\\376a" > odd/bad-utf8; : > odd/empty'),
    );
    expect(changes.match(/A odd\//g)).toHaveLength(names.length + 7);
    for (const name of names) expect(String(await read(`odd/${name}`))).toBe(`${name}\n`);
    expect(await read('odd/bin')).toHaveLength(5000);
  });

  it('is not told apart from the installation where both change a file', async () => {
    const { run, changes } = await changed(sh('echo "More." >> CLAUDE.md; rm src/a.txt'));
    expect(changes).toBe('M CLAUDE.md D src/a.txt');
    const locked = await changed(sh('echo 1 > locked; chmod 0 locked; echo 1 > free'));
    expect(locked.changes).toBe('A free');
    expect(await svcLine(locked.run)).toContain('Not all changes are kept: error: unable to index');
    expect(run.patch?.bytes).toBeGreaterThan(0);
  });
});

describeCloudByDayOn('sqlite', 'what an agent reports', (database) => {
  let cloud: CloudLaunches;
  beforeAll(async () => {
    cloud = await CloudLaunches.open(database);
    await cloud.repository.commit({
      'skills/out/SKILL.md':
        '---\nname: out\ndescription: Answers.\nschemas:\n  output: { type: object }\n---\n\nAnswer.\n',
    });
  });
  afterAll(() => cloud.close());

  it('is stored, whatever characters it has', async () => {
    const output = { 'a\0': ['\0', '\ud800', '\u001b[31m', 'ü\u{1f600}'], n: 1e300 };
    const run = await cloud.run(
      [{ print: 'nul \0 half \ud800 esc \u001b[31m' }, { result: { ...SUCCEEDS.result, output } }],
      { skill: 'file:skills/out', inputs: {}, label: 'odd' },
    );
    expect(run).toMatchObject({ status: 'completed', result: { status: 'succeeded' } });
    expect(run.result?.output).toEqual({
      'a\u2400': ['\u2400', '\ufffd', '\u001b[31m', 'ü\u{1f600}'],
      n: 1e300,
    });
    expect(await cloud.log(run.launchRunId)).toContain('nul \u2400 half \ufffd esc \u001b[31m');
  });

  it('and what it is told is stored or refused, whatever characters it has', async () => {
    for (const given of [{ instructions: 'a\0b' }, { inputs: { 'x\0': '\0' } }]) {
      const { status, body } = await cloud.start(given);
      if (status === 201)
        expect(await cloud.ended(body.launchRunId)).toMatchObject({ status: 'completed' });
      else expect(body).toMatchObject({ status: 400, code: 'invalid_input' });
    }
  });
});
