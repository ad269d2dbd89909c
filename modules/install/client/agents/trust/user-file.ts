import { isSvcError } from 'svc-registry/kernel';
import { readPlainFile } from '../../../../../toolbox/plain-file.js';
import { fieldsOf, type Fields } from '../../../../../toolbox/type-guards.js';
import { parseConfig, type ConfigFormat } from '../../config/config-document.js';

/** Parses an agent's file that svc only reads; a missing file is empty. `undefined` if it cannot be read or parsed. */
export async function lookAt(file: string, format: ConfigFormat): Promise<Fields | undefined> {
  try {
    const text = readPlainFile(file);
    return fieldsOf((await parseConfig(format, file, text)).get([]));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    if (isSvcError(error) || code !== undefined) return undefined;
    throw error;
  }
}
