import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program } from './program.js';
import { freePort } from './shell.js';

interface Failure {
  readonly error: {
    readonly code: string;
    readonly detail: string;
    readonly hint?: string;
    readonly exit: number;
  };
}

describe('the command line', () => {
  let program: Program;

  beforeAll(async () => {
    // nothing listens there
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
  });

  afterAll(() => program.close());

  it('shows its commands without being asked for anything', async () => {
    const { code, stdout, stderr } = await program.run([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/svc doctor +Check this installation/);
    expect(stdout).toMatch(/svc install .*\[aliases: i, add\]/);
    expect((await program.run(['--help'])).stdout).toBe(stdout);
  });

  it('prints its version and nothing else', async () => {
    const { code, stdout, stderr } = await program.run(['--version']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    for (const word of ['-V', '-v', 'version'])
      expect(await program.run([word])).toEqual({ code, stdout, stderr });
  });

  it('shows the help of a group and of a command, with the whole command in the usage line', async () => {
    expect((await program.run(['plugin', '--help'])).stdout).toMatch(/svc plugin publish +\S/);
    const { stdout } = await program.run(['serve', '--help']);
    expect(stdout).toMatch(/^svc serve$/m);
    expect(stdout).toMatch(/--port .*\[number\]/s);
    expect(stdout).toMatch(/--data-dir/);
  });

  it('guesses what was meant', async () => {
    const command = await program.run(['instal']);
    expect(command).toMatchObject({ code: 2, stdout: '' });
    expect(command.stderr).toContain('Did you mean `svc install`?');
    const flag = await program.run(['serve', '--prot', '1']);
    expect(flag).toMatchObject({ code: 2, stdout: '' });
    expect(flag.stderr).toContain('Did you mean --port?');
  });

  it('refuses arguments that it does not know', async () => {
    for (const args of [
      ['serve', 'now'],
      ['serve', '--port', 'x'],
      ['serve', '--port', '1', '--port', '2'],
      ['uninstall'],
      ['install', '--agent'],
      ['init', '--agent'],
      ['--frob'],
      ['mcp'],
    ]) {
      const { code, stdout, stderr } = await program.run(args);
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
      expect(stderr).not.toBe('');
    }
  });

  it('leaves with the exit code of what happened', async () => {
    const port = await program.run(['serve', '--port', '70000']);
    expect(port).toMatchObject({
      code: 3,
      stderr: 'error: --port must not be greater than 65535\n',
    });
    expect(await program.run(['machines', 'no.such'])).toMatchObject({ code: 4 });
    expect(await program.run(['search', 'word '.repeat(20_000)])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('at most 500 are searched for'),
    });
    const unreachable = await program.run(['search', 'anything']);
    expect(unreachable).toMatchObject({ code: 6, stdout: '' });
    expect(unreachable.stderr).toMatch(
      /^error: The server at http:\/\/127\.0\.0\.1:9 cannot be reached.*\nhint: /,
    );
  });

  it('prints one JSON document on stdout, also on failure', async () => {
    const report = await program.run(['doctor', '--json']);
    expect(report).toMatchObject({ code: 8, stderr: '' });
    expect(JSON.parse(report.stdout)).toMatchObject({
      server: { origin: 'http://127.0.0.1:9', ready: false },
      faults: [expect.stringMatching(/^The server http:\/\/127\.0\.0\.1:9 is not ready: /)],
    });

    const SVC_URL = `http://127.0.0.1:${await freePort()}`;
    const refused = await program.run(['doctor'], { env: { SVC_URL } });
    expect(refused.stdout).toContain(`${SVC_URL} not ready (nothing listens there)`);

    const missing = await program.run(['--json', 'machines', 'no.such']);
    expect(missing).toMatchObject({ code: 4, stderr: '' });
    expect((JSON.parse(missing.stdout) as Failure).error).toMatchObject({
      code: 'not_found',
      exit: 4,
    });

    const usage = await program.run(['nonsense', '--json']);
    expect(usage).toMatchObject({ code: 2, stderr: '' });
    expect((JSON.parse(usage.stdout) as Failure).error.code).toBe('usage');
  });

  it('says that its output found no space, and ends', async () => {
    const { code, stderr } = await program.run(['--help'], {
      through: ['sh', '-c', 'exec "$@" > /dev/full', 'sh'],
    });
    expect({ code, stderr }).toEqual({
      code: 6,
      stderr:
        'error: The output could not be written: no space is left there.\nhint: Free some space there and try again.\n',
    });
  });

  it('shows the state machines as tables and diagrams', async () => {
    const { stdout } = await program.run(['machines', 'registry.moderation']);
    expect(stdout).toContain('stateDiagram-v2');
    expect(stdout).toMatch(/from +event +to/);
  });

  it('says that the folder is gone in which it is started', async () => {
    const cwd = join(program.cwd, 'gone');
    await mkdir(cwd);
    const { code, stderr } = await program.run(['status'], {
      cwd,
      through: ['sh', '-c', 'rmdir "$PWD" && exec "$@"', 'sh'],
    });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: The current folder was removed\.\nhint: /),
    });
  });

  it('completes commands and flags', async () => {
    expect((await program.run(['completion'], { env: { SHELL: '/bin/bash' } })).stdout).toContain(
      'complete -o bashdefault',
    );
    expect((await program.run(['completion'], { env: { SHELL: '/bin/zsh' } })).stdout).toContain(
      '#compdef svc',
    );
    expect((await program.run(['completion', 'fish'])).stdout).toContain('complete --command svc');
    expect(await program.run(['completion', 'tcsh'])).toMatchObject({ code: 2, stdout: '' });
    expect((await program.run(['help', 'plugin', 'publish'])).stdout).toContain(
      'svc plugin publish [path]',
    );
    expect((await program.run(['completion', '--help'])).stdout).toContain(
      'svc completion >> ~/.bashrc',
    );
    expect((await program.run(['--help'])).stdout).toContain('svc completion');
    expect((await program.run(['--get-yargs-completions', 'svc', 'plugin', 'pu'])).stdout).toBe(
      'publish\n',
    );
    expect((await program.run(['--get-yargs-completions', 'svc', 'serve', '--po'])).stdout).toBe(
      '--port\n',
    );
    expect(
      (await program.run(['--get-yargs-completions', 'svc', 'plugin', 'publish', '--bump', 'm']))
        .stdout,
    ).toBe('minor\nmajor\n');
  });

  it('completes the plugins of the project, and agents', async () => {
    const project = join(program.cwd, 'completed');
    await mkdir(project);
    const completed = async (...words: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await program.run(
        ['--get-yargs-completions', 'svc', ...words],
        { cwd: project },
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return stdout;
    };
    expect(await completed('uninstall', '')).toBe('');
    const made = [
      'plugin',
      'new',
      '--name',
      'acme/style',
      '--summary',
      'House style',
      '--rules',
      'style',
      '--rule-description',
      'How',
      '--public',
    ];
    expect(await program.run(made, { cwd: project })).toMatchObject({ code: 0 });
    const install = ['install', 'file:plugins/style', '--agent', 'claude-code', '--yes'];
    expect(await program.run(install, { cwd: project })).toMatchObject({ code: 0 });
    for (const command of ['uninstall', 'update', 'info', 'install', 'rm', 'show'])
      expect(await completed(command, 'ac')).toBe('acme/style\n');
    expect(await completed('update', '--agent', 'cl')).toContain('claude-code\n');
    expect(await completed('install', '--agent', 'no-such')).toBe('');
    await writeFile(join(project, 'svc.json'), '{ broken');
    expect(await completed('uninstall', '')).toBe('');
  });

  it('says where a broken configuration is broken, leaves it alone and goes on with what is built in', async () => {
    const other = await openProgram();
    try {
      const file = join(other.home, '.svc', 'config.json');
      await mkdir(join(other.home, '.svc'));
      await writeFile(file, '{ "modules": [ }');
      const { code, stdout, stderr } = await other.run(['modules', 'list']);
      expect(code).toBe(0);
      expect(stdout).toContain('registry');
      expect(stderr).toContain(`${file}:1`);
      expect((await other.run(['--help'])).stdout).toContain('svc install');
      expect(await readFile(file, 'utf8')).toBe('{ "modules": [ }');
    } finally {
      await other.close();
    }
  });
});
