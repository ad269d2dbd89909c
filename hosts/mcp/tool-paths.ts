import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { stat } from 'node:fs/promises';
import { invalidInput, type SvcError } from 'svc-registry/kernel';
import { pathOf } from './real-folder.js';

const HOME = /^~(?:$|[\\/])/;
const OTHER_HOME = /^~[^\\/]*/;
const ADDRESS = /^[a-z][a-z\d+.-]+:\/\//i;

function wrong(parameter: string, message: string, hint: string): SvcError {
  return invalidInput(
    { what: `\`${parameter}\`: ${message}`, hint },
    { issues: [{ field: parameter, message }] },
  );
}

/**
 * Refuses paths that the file system would interpret differently from what was meant. Values that are not strings are left to the validation
 * of the input.
 */
export function assertPath(given: unknown, parameter: string): void {
  if (typeof given !== 'string') return;
  const plain = 'Give an absolute path, or one relative to the folder of the project.';
  if (ADDRESS.test(given)) {
    const path = pathOf(given);
    throw wrong(
      parameter,
      `"${given}" is an address.`,
      path === undefined ? plain : `Give the path alone: ${path}`,
    );
  }
  if (OTHER_HOME.test(given)) {
    const whole = HOME.test(given)
      ? `Give the absolute path: ${join(homedir(), given.slice(1))}`
      : plain;
    throw wrong(parameter, `"${given}" begins with ~, which only a shell expands.`, whole);
  }
}

/** The folder that a parameter names. Throws `invalid_input` when it does not exist. */
export async function folderOf(
  given: unknown,
  { parameter, cwd }: { parameter: string; cwd: string },
): Promise<string> {
  if (typeof given !== 'string')
    throw wrong(parameter, 'must be a text.', 'Give the path of a folder.');
  assertPath(given, parameter);
  const folder = resolve(cwd, given);
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined)
    throw wrong(
      parameter,
      `there is no folder ${folder}.`,
      `Give an existing folder; a relative path begins at ${cwd}.`,
    );
  if (!found.isDirectory())
    throw wrong(
      parameter,
      `${folder} is not a folder.`,
      'Give the folder that it is in, or leave the parameter out.',
    );
  return folder;
}
