import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidInput } from 'svc-registry/kernel';
import { packageSources, type ModuleSource } from '../kernel/index.js';

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidInput({ what: `${file} is not valid JSON.` }, { issues: [{ file, message: (error as Error).message }] });
  }
}

function namesIn(config: unknown, file: string): readonly string[] {
  const { modules = [] } = (config ?? {}) as { modules?: unknown };
  if (Array.isArray(modules) && modules.every((name): name is string => typeof name === 'string')) return modules;
  throw invalidInput(
    { what: `${file}: "modules" must be a list of package names.` },
    { issues: [{ file, field: 'modules', message: 'must be a list of strings' }] },
  );
}

/**
 * The modules from outside that a folder's `config.json` names. The folder is the user's own or the server's:
 * a repository never names code to run.
 */
export async function configuredModules(folder: string): Promise<readonly ModuleSource[]> {
  const file = join(folder, 'config.json');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? [] : packageSources(namesIn(parse(text, file), file), file);
}
