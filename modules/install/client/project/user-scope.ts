import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { invalidInput, type Context } from 'svc-registry/kernel';
import type { HomeVariable } from '../../contract/agents.js';
import { isBelow, pathIn, realFolder } from './paths.js';
import type { Move, Scope } from './scope.js';

type Env = Context['env'];

/**
 * The user's scope. SVC_HOME does not move it: that variable is for the program's own files, and agents look in the
 * home folder. Throws `invalid_input` when there is no home folder, or a variable of an agent names no absolute folder.
 */
export async function userScope(env: Env, variables: readonly HomeVariable[]): Promise<Scope> {
  const root = await homeOf(env);
  const moves = variables.flatMap((variable) => movesOf(variable, env));
  const besides = variables.flatMap((variable) => valueOf(variable, env) ?? []);
  const real = besides.map(realFolder);
  return {
    kind: 'user',
    root,
    manifestFile: '.svc/svc.json',
    lockFile: '.svc/svc-lock.json',
    // not a project's work folder: the home folder may be a project with an interrupted command too
    workFolder: '.svc/.user-work',
    besides: [...new Set(real.filter((folder) => !isBelow(root, folder)))],
    moves: moves.map(({ from, to }) => ({ from, to: pathIn(root, to) })),
  };
}

/** The home folder as the environment names it. */
export function homeFolder(env: Env): string {
  const named = process.platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  return named === undefined || named === '' ? homedir() : named;
}

/** The home folder, links followed. */
async function homeOf(env: Env): Promise<string> {
  const home = homeFolder(env);
  if (!isAbsolute(home))
    throw invalidInput({ what: `HOME must be an absolute path, not "${home}".` });
  return realpath(home).catch(() => {
    throw invalidInput({
      what: `Your home folder ${home} does not exist.`,
      hint: 'Set HOME to the folder that your agents use.',
    });
  });
}

/** A variable that is empty counts as unset. */
function valueOf({ name, folder }: HomeVariable, env: Env): string | undefined {
  const value = env[name];
  if (value === undefined || value === '') return undefined;
  if (isAbsolute(value)) return value;
  throw invalidInput({
    what: `${name} must be an absolute path, not "${value}".`,
    hint: `Unset it to use ~/${folder}, or give the whole path.`,
  });
}

/** Moves of the paths below a variable's folder, as the user's environment sets it. */
export function movesOf(variable: HomeVariable, env: Env): readonly Move[] {
  const value = valueOf(variable, env);
  if (value === undefined) return [];
  const folder = realFolder(value);
  const files = (variable.files ?? []).map((file) => ({ from: file, to: join(folder, file) }));
  return [{ from: variable.folder, to: folder }, ...files];
}
