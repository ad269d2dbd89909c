import { isSvcError, readPlainFile } from 'svc-registry/kernel';
import { parseConfig, type ConfigFormat } from '../config/config-document.js';
import { objectOf, type Members } from '../json/json-values.js';

/** What a file of an agent says that we only look at; a missing one says nothing. `undefined` when it cannot be read or makes no sense. */
export async function lookAt(file: string, format: ConfigFormat): Promise<Members | undefined> {
  try {
    const text = readPlainFile(file);
    return objectOf((await parseConfig(format, file, text)).get([]));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    if (isSvcError(error) || code !== undefined) return undefined;
    throw error;
  }
}
