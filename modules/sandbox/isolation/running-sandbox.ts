import type { Sandbox, SandboxCommand, SandboxExit, SandboxLimits } from '../contract/index.js';
import {
  sandboxEnded,
  sandboxFileFailed,
  sandboxFileTooLarge,
  sandboxProgramFailed,
} from '../contract/errors.js';
import { Semaphore } from '../../../toolbox/semaphore.js';
import { innerPath } from './inner-path.js';
import type { Refusal } from './messages.js';
import type { RunnerLink } from './runner-link.js';
import type { RunnerProcess } from './runner-process.js';
import { watchUsage } from './usage-limits.js';

/** Milliseconds in which the runner must have ended a command; then the whole sandbox is ended. */
const GRACE = 1_000;
/** As many times longer it may take while the receiver of its output is what holds it back. */
const HELD = 30;

const PIECE_BYTES = 64 * 1024;

const REASONS: Readonly<Record<Exclude<Refusal, 'size'>, string>> = {
  absent: 'it is not a regular file, or a folder above it is a link',
  space: 'the disk of the sandbox is full',
  program: 'it cannot be started',
  other: 'the system refuses it',
};

const PROGRAM_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it, or the folder to run it in, does not exist there',
  EACCES: 'it may not be executed',
  EAGAIN: 'there are too many processes',
};

type Limit = NonNullable<SandboxExit['limit']>;

interface Waiting<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** A sandbox whose runner is ready. */
export class RunningSandbox implements Sandbox {
  readonly folder: string;
  /** One command at a time: all processes but the runner belong to it. */
  private readonly commands = new Semaphore(1);
  /** Ends the command that runs because it exceeds a limit. */
  private stopCommand: ((limit: Limit) => void) | undefined;
  private readonly pending = new Set<(error: unknown) => void>();
  private over: { readonly error: unknown } | undefined;
  private ending: Promise<void> | undefined;
  private readonly stopWatching: () => void;

  constructor(
    private readonly runner: RunnerProcess,
    private readonly link: RunnerLink,
    private readonly parts: {
      readonly limits: SandboxLimits;
      readonly proxyUrl: string;
      readonly cleanUp: () => Promise<void>;
    },
  ) {
    this.folder = runner.folder;
    this.stopWatching = watchUsage(runner.child.pid ?? 0, parts.limits, (limit) => {
      if (this.stopCommand === undefined) void this.end(`it exceeds the limit of ${limit}`);
      else this.stopCommand(limit);
    });
  }

  run(command: SandboxCommand): Promise<SandboxExit> {
    return this.commands.run(() => this.runNow(command));
  }

  async read(path: string, maxBytes: number): Promise<Uint8Array | undefined> {
    const whole = innerPath(this.folder, path);
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    return this.ask<Uint8Array | undefined>(
      (id) => ({ do: 'read', id, path: whole, maxBytes }),
      (answer, { resolve, reject }) => {
        if (answer.type === 'piece') {
          bytes += answer.data.length;
          if (bytes <= maxBytes) pieces.push(answer.data);
          else reject(sandboxFileTooLarge({ path, maxBytes }));
        } else if (answer.type === 'done') resolve(Buffer.concat(pieces));
        else if (answer.type !== 'refused') return;
        else if (answer.why === 'absent') resolve(undefined);
        else if (answer.why === 'size') reject(sandboxFileTooLarge({ path, maxBytes }));
        else reject(sandboxFileFailed({ path, why: REASONS[answer.why] }));
      },
    );
  }

  async write(path: string, content: Uint8Array | string): Promise<void> {
    const whole = innerPath(this.folder, path);
    const bytes = Buffer.from(content);
    for (let at = 0; at === 0 || at < bytes.length; at += PIECE_BYTES) {
      const data = bytes.toString('base64', at, Math.min(at + PIECE_BYTES, bytes.length));
      await this.ask<undefined>(
        (id) => ({ do: 'write', id, path: whole, data, first: at === 0 }),
        (answer, { resolve, reject }) => {
          if (answer.type === 'done') resolve(undefined);
          if (answer.type !== 'refused') return;
          const why = answer.why === 'size' ? 'other' : answer.why;
          reject(sandboxFileFailed({ path, why: REASONS[why] }));
        },
      );
    }
  }

  close(): Promise<void> {
    return this.end('it was closed');
  }

  /** Ends the sandbox; what is being waited for fails with the error. */
  end(reason: string | { readonly error: unknown }): Promise<void> {
    this.over ??= typeof reason === 'string' ? { error: sandboxEnded({ why: reason }) } : reason;
    this.stopWatching();
    this.ending ??= this.runner
      .end()
      .then(() => this.parts.cleanUp())
      .finally(() => {
        for (const fail of [...this.pending]) fail(this.over?.error);
      });
    return this.ending;
  }

  private async ask<T>(
    request: (id: number) => Parameters<RunnerLink['send']>[0],
    take: (
      answer: Parameters<Parameters<RunnerLink['expect']>[0]>[0],
      waiting: Waiting<T>,
    ) => void | Promise<void>,
  ): Promise<T> {
    if (this.over !== undefined) throw this.over.error;
    let id = 0;
    let fail: (error: unknown) => void = () => undefined;
    try {
      return await new Promise<T>((resolve, reject) => {
        fail = reject;
        this.pending.add(fail);
        const waiting = { resolve, reject };
        id = this.link.expect(async (answer) => {
          // an error of the receiver is the caller's, not the runner's
          await Promise.resolve(take(answer, waiting)).catch(reject);
        });
        void this.link.send(request(id));
      });
    } finally {
      this.link.forget(id);
      this.pending.delete(fail);
    }
  }

  private environment(own: Readonly<Record<string, string>>): Record<string, string> {
    const { proxyUrl } = this.parts;
    const here = 'localhost,127.0.0.1,::1';
    return {
      ...this.runner.env,
      ...own,
      ...{ HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl, NO_PROXY: here },
      ...{ http_proxy: proxyUrl, https_proxy: proxyUrl, no_proxy: here },
      // for programs of node, from version 24 on
      NODE_USE_ENV_PROXY: '1',
    };
  }

  private async runNow(command: SandboxCommand): Promise<SandboxExit> {
    const { program, args, cwd, input = '', seconds, onOutput } = command;
    const env = this.environment(command.env);
    let limit: Limit | undefined;
    let late: NodeJS.Timeout | undefined;
    const stop = (reached?: Limit): void => {
      limit ??= reached;
      if (late !== undefined) return;
      let waited = 0;
      late = setInterval(() => {
        waited += 1;
        if (!this.link.held || waited > HELD) void this.end('its command cannot be stopped');
      }, GRACE);
      void this.link.send({ do: 'kill' });
      this.runner.killStrays();
    };
    const timer = setTimeout(() => {
      stop('time');
    }, seconds * 1000);
    this.stopCommand = stop;
    try {
      return await this.ask<SandboxExit>(
        (id) => ({ do: 'run', id, program, args, cwd, env, input }),
        async (answer, { resolve, reject }) => {
          if (answer.type === 'output') await onOutput?.(answer.stream, answer.data);
          if (answer.type === 'exit') resolve({ code: answer.code, signal: answer.signal });
          if (answer.type !== 'refused') return;
          const why = PROGRAM_REASONS[answer.code] ?? REASONS.program;
          reject(sandboxProgramFailed({ program, why }));
        },
      ).then((exit) => (limit === undefined ? exit : { ...exit, limit }));
    } catch (error) {
      if (limit !== undefined) return { code: null, signal: 'SIGKILL', limit };
      stop();
      throw error;
    } finally {
      clearTimeout(timer);
      clearInterval(late);
      this.stopCommand = undefined;
    }
  }
}
