import { isSvcError, readPlainFile } from 'svc-registry/kernel';
import { fieldsOf, type Fields } from '../../../../toolbox/type-guards.js';
import { parseConfig, type ConfigFormat } from '../config/config-document.js';

/** What a file of an agent says that we only look at; a missing one says nothing. `undefined` when it cannot be read or makes no sense. */
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
