import { join } from 'node:path';
import { invalidInput, readPlainFile, type ModuleDeclaration } from 'svc-registry/kernel';
import { packageSources, type ModuleSource } from '../kernel/index.js';

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const line = lineOf(text, message);
    // the parser quotes the text around the place, over several lines and with quotes of its own
    const issue = { file, ...(line !== undefined && { line }), message: message.replace(/, (?:\.\.\.)?".*$/s, '') };
    throw invalidInput({ what: `${file} is not valid JSON.`, hint: 'Correct the file, or move it away.' }, { issues: [issue] });
  }
}

/** The parser tells a position, or that the text ends too early, or neither. */
function lineOf(text: string, message: string): number | undefined {
  const position = / at position (\d+)/.exec(message)?.[1] ?? (message.includes('end of JSON input') ? text.length : undefined);
  return position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
}

/** There is no such file, or its folder is none: a service's home may be `/dev/null`. */
const missing: readonly unknown[] = ['ENOENT', 'ENOTDIR'];

function namesIn(config: unknown, file: string): readonly string[] {
  const { modules = [] } = (config ?? {}) as { modules?: unknown };
  if (Array.isArray(modules) && modules.every((name): name is string => typeof name === 'string')) return modules;
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
    const { code } = error as NodeJS.ErrnoException;
    if (missing.includes(code)) return undefined;
    const why = code === 'NOT_A_FILE' ? 'it is no file' : `the system says ${String(code)}`;
    throw invalidInput({ what: `${file} cannot be read: ${why}.` }, { cause: error });
  }
}

/** A folder's `config.json`, as far as modules are concerned. */
export function readConfig(file: string): Config {
  const content = contentOf(file);
  if (content === undefined) return { text: undefined, modules: [] };
  const text = content.replace(/^\uFEFF/, '');
  return { text, modules: [...new Set(namesIn(parse(text, file), file))] };
}

/**
 * The modules from outside that a folder's `config.json` names, in its order. The folder is the user's own or the server's:
 * a repository never names code to run.
 */
export async function configuredModules(folder: string): Promise<readonly ModuleSource[]> {
  const file = join(folder, 'config.json');
  const { modules } = readConfig(file);
  if (modules.length === 0) return [];
  const sources = await packageSources(modules, file);
  return sources.map((source) => ({ ...source, load: () => loadFromOutside(source) }));
}

async function loadFromOutside(source: ModuleSource): Promise<ModuleDeclaration> {
  (await import('./provided-packages.js')).providePackages();
  return source.load();
}
