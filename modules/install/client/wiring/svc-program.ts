import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import { programOfCall } from '../../contract/own-tool-server.js';
import type { ManagedFiles } from '../project/managed-files.js';
import { isBelow, realFolder } from '../project/paths.js';
import { OWN_SERVER } from '../project/tool-server-choice.js';

/** How a file of an agent starts this program. */
export interface SvcProgram {
  readonly command: string;
  /** Come before the arguments of a command. */
  readonly args: readonly string[];
  /** Why this will not work everywhere; reported when an entry is written with it. */
  readonly caution: string | undefined;
}

interface ProgramEnvironment {
  /** Programs in this folder are ignored. */
  readonly inside: string;
  readonly env: Context['env'];
  /** Path of the running program, if the host knows it. */
  readonly program: string | undefined;
}

/** `svc` if PATH has it outside the project, else the full path. */
export async function svcProgram(environment: ProgramEnvironment): Promise<SvcProgram> {
  const { program } = environment;
  if (await onPath(environment)) return { command: 'svc', args: [], caution: undefined };
  if (program === undefined) {
    return {
      command: 'svc',
      args: [],
      caution: '"svc" is not on your PATH: install it globally, or agents cannot start it.',
    };
  }
  const caution = `"svc" is not on your PATH; agents start ${program} instead, which works on this machine only.`;
  return (await isExecutable(program))
    ? { command: program, args: [], caution }
    : { command: process.execPath, args: [program], caution };
}

/** The form in which existing entries start the program; `undefined` if there are none. */
export function writtenProgram({ toolServers }: ManagedFiles): SvcProgram | undefined {
  const [text] = [...toolServers.values()].flatMap((entries) => entries.get(OWN_SERVER) ?? []);
  if (text === undefined) return undefined;
  const { command, args } = JSON.parse(text) as { command?: unknown; args?: unknown };
  // some agents want the program and its arguments in one list
  const [call, ...others] = [command, args ?? []].flat() as readonly unknown[];
  if (typeof call !== 'string') return undefined;
  const [program, ...words] = programOfCall({ command: call, args: others.map(String) });
  return program === undefined ? undefined : { command: program, args: words, caution: undefined };
}

interface ProgramCalls {
  /** The entries that start the program, as text, before and after the command. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Warns when an entry is written that will not work everywhere, not on every later command. */
export function warnOfProgram(
  { program, warn }: { program: SvcProgram; warn: (text: string) => void },
  { before, after }: ProgramCalls,
): void {
  if (program.caution !== undefined && after.some((call) => !before.includes(call)))
    warn(program.caution);
}

/** A program inside the project is ignored: the agent's PATH may lack it, and a repository must not choose the program. */
async function onPath({ inside, env }: ProgramEnvironment): Promise<boolean> {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(isAbsolute);
  const names = process.platform === 'win32' ? ['svc.cmd', 'svc.exe'] : ['svc'];
  const realRoot = realFolder(inside);
  const realFolders = await Promise.all(
    folders.map((folder) => realpath(folder).catch(() => folder)),
  );
  for (const file of realFolders.flatMap((folder) => names.map((name) => join(folder, name)))) {
    if (!isBelow(realRoot, file) && (await isExecutable(file))) return true;
  }
  return false;
}

function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
