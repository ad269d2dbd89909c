// A scratch world for the scripts here: a home of its own, a server on a free port, the built program. Touches nothing else.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../dist/bin/svc.cjs', import.meta.url));

const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 15_000;
const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' };

export class Scratch {
  constructor(label) {
    this.folder = mkdtempSync(join(tmpdir(), `svc-${label}-`));
    this.home = this.makeFolder('home');
    this.serverLog = '';
    this.env = {
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')),
      ),
      HOME: this.home,
      USERPROFILE: this.home,
      SVC_HOME: join(this.home, '.svc'),
      NO_COLOR: '1',
      SVC_MODERATION: 'off',
    };
  }

  makeFolder(name) {
    const folder = join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Runs `svc`; answers exit code and what it printed. */
  svc(args, { cwd = this.folder, env = {}, input = '' } = {}) {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [PROGRAM, ...args], {
        cwd,
        env: { ...this.env, ...env },
      });
      const result = { stdout: '', stderr: '' };
      child.stdout.on('data', (chunk) => (result.stdout += chunk));
      child.stderr.on('data', (chunk) => (result.stderr += chunk));
      child.on('error', reject);
      child.on('close', (code) => resolve({ code: code ?? 1, ...result }));
      child.stdin.on('error', () => undefined); // a program that reads no input may have closed it already
      child.stdin.end(input);
    });
  }

  /** Runs `svc … --json` and answers the document; throws with the program's own words when it fails. */
  async json(args, options) {
    const { code, stdout, stderr } = await this.svc([...args, '--json'], options);
    if (code !== 0)
      throw new Error(
        `svc ${args.join(' ')} failed (exit ${code}):\n${stderr.trim() || stdout.trim()}`,
      );
    return JSON.parse(stdout);
  }

  async startServer({ env = {}, nodeArgs = [], stdio = ['ignore', 'pipe', 'pipe'] } = {}) {
    this.server = spawn(process.execPath, [...nodeArgs, PROGRAM, 'serve', '--port', '0'], {
      cwd: this.folder,
      env: { ...this.env, ...env },
      stdio,
    });
    for (const stream of [this.server.stdout, this.server.stderr])
      stream.on('data', (chunk) => (this.serverLog += chunk));
    this.stopped = new Promise((resolve) => this.server.on('close', resolve));
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.once(signal, () => void this.stop().then(() => process.exit(1)));
    this.origin = await this.#untilItPrinted(/listening on (http:\/\/[\w.:]+)\b/);
    this.env.SVC_URL = this.origin;
    await this.#until(
      async () => (await fetch(`${this.origin}/ready`).catch(() => undefined))?.ok,
      'did not become ready',
    );
  }

  /** Redeems the one-time code that a new server prints. */
  async signInFirstAdministrator() {
    const code = await this.#untilItPrinted(/\b(svc_code_\w{38})/);
    return this.json(['login', '--code', '--email', ADMIN.email, '--password-stdin'], {
      env: { SVC_LOGIN_CODE: code },
      input: `${ADMIN.password}\n`,
    });
  }

  async stop() {
    if (this.server === undefined || this.server.exitCode !== null) return;
    this.server.kill('SIGTERM');
    const late = setTimeout(() => this.server.kill('SIGKILL'), STOP_LIMIT_MS);
    await this.stopped;
    clearTimeout(late);
  }

  #untilItPrinted(pattern) {
    return this.#until(() => pattern.exec(this.serverLog)?.[1], `did not print ${pattern}`);
  }

  async #until(look, problem) {
    for (const end = Date.now() + START_LIMIT_MS; Date.now() < end; await wait(50)) {
      const seen = await look();
      if (seen) return seen;
      if (this.server.exitCode !== null) break;
    }
    throw new Error(`The server ${problem}. It said:\n${this.serverLog.trim()}`);
  }
}
