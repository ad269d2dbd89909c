import { join } from 'node:path';
import { invalidInput, type ModuleDeclaration } from 'svc-registry/kernel';
import { fileSystemReason } from '../toolbox/file-reasons.js';
import { readPlainFile } from '../toolbox/plain-file.js';
import { isNowhere } from '../toolbox/file-errors.js';
import type { ModuleSource } from '../kernel/index.js';

async function parse(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (error) {
    // the parser's message quotes the surrounding text, over several lines and with quotation marks
    // of its own
    const message = (error as Error).message.replace(/, (?:\.\.\.)?".*$/s, '');
    // not every parser message has a line number; imported only after an error, because every
    // command loads this file
    const { jsonErrorPosition } = await import('../toolbox/json-error.js');
    const issue = { file, line: jsonErrorPosition(text)?.line ?? 1, message };
    throw invalidInput(
      { what: `${file} is not valid JSON.`, hint: 'Correct the file, or move it away.' },
      { issues: [issue] },
    );
  }
}

function namesIn(config: unknown, file: string): readonly string[] {
  const { modules = [] } = (config ?? {}) as { modules?: unknown };
  if (Array.isArray(modules) && modules.every((name): name is string => typeof name === 'string'))
    return modules;
  throw invalidInput(
    { what: `${file}: "modules" must be a list of package names.` },
    { issues: [{ file, field: 'modules', message: 'must be a list of strings' }] },
  );
}

interface Config {
  /** `undefined` when there is no such file. */
  readonly text: string | undefined;
  /** Each name once. */
  readonly modules: readonly string[];
}

function contentOf(file: string): string | undefined {
  try {
    return readPlainFile(file);
  } catch (error) {
    if (isNowhere(error)) return undefined;
    throw invalidInput(
      { what: `${file} cannot be read: ${fileSystemReason(error)}.` },
      { cause: error },
    );
  }
}

/** A folder's `config.json`, as far as modules are concerned. */
export async function readConfig(file: string): Promise<Config> {
  const content = contentOf(file);
  if (content === undefined) return { text: undefined, modules: [] };
  const text = content.replace(/^\uFEFF/, '');
  return { text, modules: [...new Set(namesIn(await parse(text, file), file))] };
}

/**
 * The modules from outside that a folder's `config.json` names, in its order. The folder is the user's own or the server's:
 * a repository never names code to run.
 */
export async function configuredModules(folder: string): Promise<readonly ModuleSource[]> {
  const file = join(folder, 'config.json');
  const { modules } = await readConfig(file);
  if (modules.length === 0) return [];
  const { packageSources } = await import('./outside/package-source.js');
  const sources = await packageSources(modules, file);
  return sources.map((source) => ({ ...source, load: () => loadFromOutside(source) }));
}

async function loadFromOutside(source: ModuleSource): Promise<ModuleDeclaration> {
  (await import('./provided-packages.js')).providePackages();
  return source.load();
}
