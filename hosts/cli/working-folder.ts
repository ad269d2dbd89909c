import { usageError } from 'svc-registry/kernel';
import { isMissing } from '../../toolbox/file-errors.js';

/** The current working directory. */
export function workingFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw usageError(
      {
        what: 'The folder that you are in was removed.',
        hint: 'Go to one that is there and run the command again.',
      },
      { cause: error },
    );
  }
}
