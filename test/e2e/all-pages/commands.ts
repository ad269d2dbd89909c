import { expect } from '@jest/globals';
import { join } from 'node:path';
import type { Program, RunOptions, Server } from '../program.js';
import { changeRows, writePlugin } from '../registry-server.js';

/** The one-time code in the text of a command. */
export const codeIn = (text: string): string =>
  /\b(svc_(?:code|reset)_\w+)\b/.exec(text)?.[1] ?? '';

/** Commands of the server's user, with which the server is filled. */
export class Commands {
  constructor(
    readonly program: Program,
    readonly server: Server,
  ) {}

  /** A command that succeeds; answers what it prints. */
  async svc(args: readonly string[], options: RunOptions = {}): Promise<string> {
    const { code, stdout, stderr } = await this.program.run(args, options);
    const said = code === 0 ? '' : stdout + stderr;
    expect({ args, code, said }).toEqual({ args, code: 0, said: '' });
    return stdout;
  }

  async json<T>(args: readonly string[], options: RunOptions = {}): Promise<T> {
    return JSON.parse(await this.svc([...args, '--json'], options)) as T;
  }

  async publish(name: string, version: string, isPrivate = true): Promise<string> {
    const folder = join(this.program.cwd, name, version);
    await writePlugin(folder, { name, version, private: isPrivate });
    await this.svc(['plugin', 'publish', folder]);
    return folder;
  }

  /** Changes rows behind the server's back. */
  change(statement: string): Promise<void> {
    const file = join(this.program.home, '.svc', 'server', 'registry.db');
    return changeRows({ engine: 'sqlite', url: `sqlite:${file}` }, statement);
  }
}
