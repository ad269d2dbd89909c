import { codeOf, isNowhere } from '../../../toolbox/file-errors.js';
import type { AgentEnd } from './read-result.js';
import { readRegularFile } from './regular-file.js';
import { MOST_RESULT_BYTES } from './reports.js';

/** Reads the file to which an agent on this machine writes its result. None is also what is no file of its own: a link, a folder, a pipe. */
export async function readResultFile(path: string): Promise<AgentEnd['file']> {
  try {
    return await readRegularFile(path, MOST_RESULT_BYTES);
  } catch (error) {
    if (isNowhere(error) || codeOf(error) === 'ELOOP') return undefined;
    throw error;
  }
}
