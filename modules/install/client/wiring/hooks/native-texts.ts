import { posix } from 'node:path';
import { SHELL_KEYS } from '../../../contract/hook-commands.js';
import { PLUGIN_DIR_TOKEN, replacePluginDir } from '../../../contract/plugin-dir-token.js';
import { unsafePath } from '../../../contract/errors.js';
import { insideDoubleQuotes, shellWord } from './shell-word.js';

/** The plugin and the agent whose hooks are rewritten. */
export interface NativeSite {
  /** `<workspace>/<plugin>`. */
  readonly plugin: string;
  /** Id of the agent. */
  readonly agent: string;
  /** The path of the plugin's folder for the agent, with `/`. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
}

/**
 * Copies an agent's own hook configuration with the token replaced by the plugin's folder, which stays one word in shell commands.
 * Throws `unsafe_path` when a path that begins in the plugin's folder does not stay there.
 */
export function withPluginFolder(value: unknown, site: NativeSite): unknown {
  if (typeof value === 'string') return plainText(value, site);
  if (Array.isArray(value)) return value.map((element) => withPluginFolder(element, site));
  if (typeof value !== 'object' || value === null) return value;
  const shell = !Object.hasOwn(value, 'args');
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      shell && SHELL_KEYS.has(key) && typeof member === 'string'
        ? shellText(member, site)
        : withPluginFolder(member, site),
    ]),
  );
}

function plainText(text: string, site: NativeSite): string {
  assertInside(text, text, site);
  return text.replaceAll(PLUGIN_DIR_TOKEN, () => site.folder);
}

function shellText(command: string, site: NativeSite): string {
  for (const word of shellWords(command)) assertInside(word, command, site);
  const { folder, platform } = site;
  const double = insideDoubleQuotes(folder);
  const none = shellWord(folder, platform === 'win32' ? 'cmd' : 'posix');
  return replacePluginDir(command, {
    none,
    double,
    single: folder.replaceAll("'", String.raw`'\''`),
  });
}

const WORD = /(?:[^\s"'`;|&<>()\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs;
const QUOTED = /"((?:[^"\\]|\\.)*)"|'([^']*)'/gs;

/** The words of a command without their quotes. `"$(…)"` and adjoining text form one word. */
function shellWords(command: string): readonly string[] {
  return (command.match(WORD) ?? []).map((word) =>
    word.replaceAll(QUOTED, (_match, double?: string, single?: string) => double ?? single ?? ''),
  );
}

/** A prefix before a path, such as `--config=` in `--config=${SVC_PLUGIN_DIR}/c.json`. */
const LEAD = /(?:^|[\s=:,@("'`])(?:-{1,2}\w*)?$/;
const REST = /^(?:\/|[\s"'`;|&<>()]|$)/;
/** A variable or a pattern, whose value is known only when the hook runs. */
const OPEN = /[$*?[{]/;

function assertInside(word: string, written: string, { plugin, agent }: NativeSite): void {
  const pieces = word.split(PLUGIN_DIR_TOKEN);
  for (const index of pieces.keys()) {
    if (index === 0) continue;
    const [lead, rest] = [pieces[index - 1] ?? '', pieces.slice(index).join(PLUGIN_DIR_TOKEN)];
    if (LEAD.test(lead) && staysInside(rest)) continue;
    throw unsafePath({
      path: written,
      why: `a hook of ${plugin} for ${agent} would leave the folder of its plugin`,
    });
  }
}

function staysInside(rest: string): boolean {
  const path = rest.replaceAll('\\', '/');
  if (!REST.test(path)) return false;
  if (OPEN.test(path) && path.split('/').includes('..')) return false;
  return !posix.normalize(`.${path}`).startsWith('..');
}
