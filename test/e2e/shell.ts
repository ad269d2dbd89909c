/** Lines as a person types them into a shell, with `svc` on the PATH. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { listening } from '../network/listening.js';
import type { Finished, Program } from './program.js';

export type TypeLine = (
  line: string,
  options?: { cwd?: string; env?: Readonly<Record<string, string | undefined>>; input?: string },
) => Promise<Finished>;

/** `commands` are further programs on the PATH, each with its text in the language of the shell. */
export async function openShell(
  program: Program,
  commands: Readonly<Record<string, string>> = {},
): Promise<TypeLine> {
  const bin = join(program.home, '..', 'bin');
  await mkdir(bin, { recursive: true });
  const all = { svc: `exec '${process.execPath}' '${program.svc}' "$@"`, ...commands };
  for (const [name, text] of Object.entries(all))
    await writeFile(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return (line, { cwd = program.cwd, env = {}, input = '' } = {}) =>
    new Promise((done) => {
      const full = { ...program.env, PATH: `${bin}:${program.env['PATH'] ?? ''}`, ...env };
      const child = execFile('sh', ['-ec', line], { cwd, env: full }, (error, stdout, stderr) => {
        done({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
      });
      child.stdin?.on('error', () => undefined); // it may have ended without reading
      child.stdin?.end(input);
    });
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = await listening(createServer());
  await server.close();
  return server.port;
}
