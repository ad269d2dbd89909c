import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithBubblewrap } from '../testing/bubblewrap.js';
import { MEGABYTE, runScript, testSandboxes, type TestSandboxes } from '../testing/open-sandbox.js';

let tests: TestSandboxes;
beforeEach(async () => {
  tests = await testSandboxes();
});
afterEach(() => tests.stop());

const leftovers = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`svc-sandbox-${process.pid}-`));

const suites = [
  ['isolated', describeWithBubblewrap, false],
  ['unsandboxed', describe, true],
] as const;

for (const [kind, describeIt, unsandboxed] of suites)
  describeIt(`${kind}: a sandbox`, () => {
    it('runs commands with their input and environment, and says how they ended', async () => {
      const sandbox = await tests.open({ unsandboxed });
      const script = 'cat; echo "$GREETING $HOME" >&2; exit 7';
      const { code, signal, said } = await runScript(sandbox, script, {
        input: 'from stdin, ',
        env: { GREETING: 'hello', HOME: '/elsewhere' },
      });
      expect([code, signal]).toEqual([7, null]);
      expect(said).toBe('from stdin, hello /elsewhere\n');
      expect(await runScript(sandbox, 'kill -9 $$')).toMatchObject({
        code: null,
        signal: 'SIGKILL',
      });
    });

    it('has node, a writable home and temporary folder, and the way to the proxy in the environment', async () => {
      const sandbox = await tests.open({ unsandboxed });
      const { said } = await runScript(
        sandbox,
        'touch "$HOME/a" "$TMPDIR/b" c && node -p "process.cwd()"; echo $HTTPS_PROXY',
      );
      expect(said).toMatch(/^.*work\nhttp:\/\/127\.0\.0\.1:\d+\n$/);
      expect(said.startsWith(sandbox.folder)).toBe(true);
    });

    it('keeps files between commands, and hands them over unchanged', async () => {
      const sandbox = await tests.open({ unsandboxed });
      for (const bytes of [0, 1, 65_535, 65_536, 65_537, 300_000]) {
        const content = randomBytes(bytes);
        await sandbox.write(`deep/folder/${bytes}`, content);
        await runScript(sandbox, `cp deep/folder/${bytes} copy`);
        const read = await sandbox.read(`${sandbox.folder}/copy`, bytes);
        expect(Buffer.from(read ?? []).equals(content)).toBe(true);
      }
      await sandbox.write('deep/folder/300000', 'shorter');
      expect(Buffer.from((await sandbox.read('deep/folder/300000', 100))!).toString()).toBe(
        'shorter',
      );
      expect(await sandbox.read('deep/absent', 100)).toBeUndefined();
      expect(await sandbox.read('deep', 100)).toBeUndefined();
    });

    it('reads no more than it may', async () => {
      const sandbox = await tests.open({ unsandboxed });
      await runScript(sandbox, 'head -c 1000000 /dev/zero > big');
      await expect(sandbox.read('big', 999_999)).rejects.toMatchObject({
        code: 'sandbox_file_too_large',
      });
      expect((await sandbox.read('big', MEGABYTE))?.length).toBe(1_000_000);
    });

    it('names a program that is not there', async () => {
      const sandbox = await tests.open({ unsandboxed });
      await expect(runScript(sandbox, '', { program: 'no-such-program' })).rejects.toMatchObject({
        code: 'sandbox_program_failed',
        message: expect.stringContaining('no-such-program'),
      });
      expect(await runScript(sandbox, 'echo alive')).toMatchObject({ said: 'alive\n' });
    });

    it('ends a command when its time is over, and goes on', async () => {
      const sandbox = await tests.open({ unsandboxed });
      const exit = await runScript(sandbox, 'trap "" TERM; sleep 1000 & wait', { seconds: 0.3 });
      expect(exit).toMatchObject({ code: null, signal: 'SIGKILL', limit: 'time' });
      expect(await runScript(sandbox, 'echo alive')).toMatchObject({ said: 'alive\n' });
    });

    it('runs commands one after the other', async () => {
      const sandbox = await tests.open({ unsandboxed });
      await Promise.all(
        [1, 2, 3].map((n) => runScript(sandbox, `echo ${n} >> log; sleep 0.1; echo ${n} >> log`)),
      );
      expect(Buffer.from((await sandbox.read('log', 100))!).toString()).toBe('1\n1\n2\n2\n3\n3\n');
    });

    it('fails what waits when it is closed, or its signal is aborted, and leaves nothing behind', async () => {
      const before = await leftovers();
      const reason = new Error('cancelled');
      const abort = new AbortController();
      const [one, other] = [
        await tests.open({ unsandboxed }),
        await tests.open({ unsandboxed, signal: abort.signal }),
      ];
      const running = [one, other].map((sandbox) => runScript(sandbox, 'sleep 1000'));
      abort.abort(reason);
      await Promise.all([
        expect(running[0]).rejects.toMatchObject({ code: 'sandbox_ended' }),
        expect(running[1]).rejects.toBe(reason),
        one.close(),
      ]);
      await Promise.all([one.close(), other.close()]);
      await expect(runScript(one, 'true')).rejects.toMatchObject({ code: 'sandbox_ended' });
      await expect(other.write('x', 'x')).rejects.toBe(reason);
      expect(await leftovers()).toEqual(before);
      await expect(tests.open({ unsandboxed, signal: abort.signal })).rejects.toBe(reason);
    });

    it('fails with the error of a receiver of output, and ends the command', async () => {
      const sandbox = await tests.open({ unsandboxed });
      const fault = new Error('of the receiver');
      await expect(
        runScript(sandbox, 'echo x; sleep 1000', { onOutput: () => Promise.reject(fault) }),
      ).rejects.toBe(fault);
      expect(await runScript(sandbox, 'echo alive')).toMatchObject({ said: 'alive\n' });
    });

    it('holds output back while its receiver waits', async () => {
      const sandbox = await tests.open({ unsandboxed });
      let bytes = 0;
      let released = 0;
      const exit = await runScript(sandbox, 'head -c 50000000 /dev/zero; date +%s%3N > written', {
        onOutput: async (_stream, chunk) => {
          // long enough to write everything if nothing held it back
          if (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 500));
          released ||= Date.now();
          bytes += chunk.length;
        },
      });
      expect([exit.code, bytes]).toEqual([0, 50_000_000]);
      const written = Buffer.from((await sandbox.read('written', 100)) ?? []).toString();
      expect(Number(written)).toBeGreaterThanOrEqual(released);
    });

    it('ends a command in time while its output is held back, and goes on', async () => {
      const sandbox = await tests.open({ unsandboxed });
      const exit = await runScript(sandbox, 'yes', {
        seconds: 0.2,
        onOutput: () => new Promise((resolve) => setTimeout(resolve, 100)),
      });
      expect(exit).toMatchObject({ code: null, limit: 'time' });
      expect(await runScript(sandbox, 'echo alive')).toMatchObject({ said: 'alive\n' });
    });
  });

describeWithBubblewrap('what a sandbox is set up with', () => {
  it('binds files and folders read-only', async () => {
    // the user of the sandbox may not be able to enter the folder of this checkout
    const from = await mkdtemp('/tmp/svc-bound-');
    try {
      await chmod(from, 0o755);
      await writeFile(join(from, 'a.txt'), 'content');
      const sandbox = await tests.open({ binds: [{ from, to: '/opt/bound' }] });
      const script =
        'ls /opt/bound; cat /opt/bound/a.txt; touch /opt/bound/x 2>/dev/null || echo !';
      expect((await runScript(sandbox, script)).said).toBe('a.txt\ncontent!\n');
      expect(existsSync(join(from, 'x'))).toBe(false);
    } finally {
      await rm(from, { recursive: true });
    }
  });

  it('says why it does not start', async () => {
    await expect(
      tests.open({ binds: [{ from: '/no/such/folder', to: '/x' }] }),
    ).rejects.toMatchObject({
      code: 'sandbox_ended',
      message: expect.stringContaining('/no/such/folder'),
    });
  });

  it('cannot be opened without bubblewrap', async () => {
    const without = await testSandboxes({ PATH: '/nowhere' });
    try {
      expect(await without.sandboxes.state()).toMatchObject({
        works: false,
        problem: 'not_installed',
        message: expect.stringContaining('apt-get install bubblewrap'),
      });
      await expect(without.open()).rejects.toMatchObject({ code: 'sandbox_unavailable' });
    } finally {
      await without.stop();
    }
  });

  it('works here', async () => {
    expect(await tests.sandboxes.state()).toEqual({ works: true });
  });
});

describe('settings', () => {
  it('are the limits, or those of the product', async () => {
    expect(tests.sandboxes.limits()).toEqual({
      diskBytes: 1024 * MEGABYTE,
      memoryBytes: 2048 * MEGABYTE,
      processes: 512,
    });
    const own = await testSandboxes({ SVC_SANDBOX_DISK_MB: '5', SVC_SANDBOX_PROCESSES: '7' });
    expect(own.sandboxes.limits()).toMatchObject({ diskBytes: 5 * MEGABYTE, processes: 7 });
    await own.stop();
    const bad = await testSandboxes({ SVC_SANDBOX_MEMORY_MB: 'much' });
    expect(() => bad.sandboxes.limits()).toThrow(
      expect.objectContaining({ code: 'sandbox_setting_invalid' }),
    );
    await bad.stop();
  });
});
