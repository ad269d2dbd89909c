import { join } from 'node:path';
import { isMissing } from '../../../../../toolbox/file-errors.js';
import { fieldsOf } from '../../../../../toolbox/type-guards.js';
import { readPlainFile } from './plain-file.js';
import { LOCK_FILE } from './project-root.js';

/** The parts of a lock that the runner reads; the installer uses the others. */
export interface HookLock {
  /** Names of the plugins with hooks, sorted. The hooks themselves are read from the plugins' own files. */
  readonly plugins: readonly string[];
  /** The agents' files that contain entries written by the installer. */
  readonly files: readonly string[];
}

export const noHooks: HookLock = { plugins: [], files: [] };

const PLUGIN_NAME = /^[a-z0-9][a-z0-9-]*\/[a-z0-9][a-z0-9-]*$/;

/** Reads the lock of a project or a user; an empty one when there is none. Throws an error with a sentence for people when it is damaged. */
export function readHookLock(folder: string): HookLock {
  const text = textOf(join(folder, LOCK_FILE));
  if (text === undefined) return noHooks;
  const lock = fieldsOf(parse(text, join(folder, LOCK_FILE)));
  const plugins = Object.entries(fieldsOf(lock['plugins']))
    .filter(([name, plugin]) => PLUGIN_NAME.test(name) && fieldsOf(plugin)['hooks'] !== undefined)
    .map(([name]) => name)
    .sort();
  return { plugins, files: Object.keys(fieldsOf(fieldsOf(lock['written'])['hooks'])) };
}

function textOf(file: string): string | undefined {
  try {
    return readPlainFile(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Error(`${file} cannot be read (${(error as Error).message})`, { cause: error });
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(
      `${file} is not valid JSON (${(error as Error).message}); run \`svc install\` to see where`,
      { cause: error },
    );
  }
}
