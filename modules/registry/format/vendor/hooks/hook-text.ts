import { PLUGIN_DIR, PLUGIN_DIR_TOKEN } from '../../../contract/hook-format.js';
import type { FileTree } from '../../file-tree.js';
import { tokenPaths } from '../../plugin-dir-token.js';
import { wordsInPlugin } from '../plugin-words.js';
import { foreignVariable, namesProject, withOurToken, withProjectVariable } from '../tokens.js';

/** A text of a hook in our words, or why it cannot be one. */
export type HookText = { readonly text: string } | { readonly wrong: string };

export interface TextContext {
  readonly tree: FileTree;
  /** Whether relative paths begin in the plugin's folder. */
  readonly startsInPlugin: boolean;
}

const LEAVES = "a path in it leaves the plugin's folder";

/** A shell command, or a program or argument (`exec`), for `svc hook run`. */
export function sharedText(
  written: string,
  form: 'exec' | 'shell',
  { tree, startsInPlugin }: TextContext,
): HookText {
  const foreign = foreignVariable(written);
  if (foreign !== undefined)
    return { wrong: `it uses ${foreign}, for which there is no counterpart` };
  if (form === 'exec' && namesProject(written))
    return { wrong: "only a shell command can name the project's folder" };
  const ours = withProjectVariable(withOurToken(written));
  const text = startsInPlugin ? wordsInPlugin(ours, tree) : ours;
  if (leavesPlugin(text, form)) return { wrong: LEAVES };
  const missing = missingPaths(text, form, tree);
  const [first] = missing;
  if (first === undefined) return { text };
  if (form === 'exec' || missing.some((path) => isStarted(path, text)))
    return { wrong: `it starts "${first}", which the plugin does not have` };
  return { text: withVariable(text, missing) };
}

/** A text of a hook that an agent runs by itself. */
export function nativeText(written: string, { tree, startsInPlugin }: TextContext): HookText {
  const foreign = foreignVariable(written);
  if (foreign !== undefined)
    return { wrong: `it uses ${foreign}, for which there is no counterpart` };
  const ours = withOurToken(written);
  const text = startsInPlugin ? wordsInPlugin(ours, tree) : ours;
  if (leavesPlugin(text, 'shell') || !beginsPaths(text)) return { wrong: LEAVES };
  const [first] = missingPaths(text, 'shell', tree);
  return first === undefined
    ? { text }
    : { wrong: `it names "${first}", which the plugin does not have` };
}

/** Up, or into the name of another folder. */
function leavesPlugin(text: string, form: 'exec' | 'shell'): boolean {
  const up = text
    .split(PLUGIN_DIR_TOKEN)
    .slice(1)
    .some((rest) => /^["']?[^\s;|&<>]*(?:^|[\\/])\.\.(?:[\\/]|$)/.test(rest));
  return up || tokenPaths(text, form).some(({ kind }) => kind === 'escapes');
}

/** Whether the folder's path begins a word, or the value of an option. */
function beginsPaths(text: string): boolean {
  return text
    .split(PLUGIN_DIR_TOKEN)
    .slice(0, -1)
    .every((before, index) =>
      index > 0 && before === '' ? false : /(?:^|[\s=:,@("'`])$/.test(before),
    );
}

function missingPaths(text: string, form: 'exec' | 'shell', tree: FileTree): readonly string[] {
  return tokenPaths(text, form).flatMap((found) =>
    found.kind === 'path' && !tree.has(found.path) && !tree.hasFolder(found.path)
      ? [found.path]
      : [],
  );
}

/** Whether the path is the program of a command, or what an interpreter runs. */
function isStarted(path: string, command: string): boolean {
  const words = command.trim().split(/\s+/).slice(0, 2);
  return words.some((word) => word.replaceAll(/["']/g, '') === `${PLUGIN_DIR_TOKEN}/${path}`);
}

/** Paths that come to be when the hook runs are named by the variable: the token stands for what ships. */
function withVariable(command: string, missing: readonly string[]): string {
  const [head = '', ...rest] = command.split(PLUGIN_DIR_TOKEN);
  return rest.reduce((text, after) => {
    const [found] = tokenPaths(`${PLUGIN_DIR_TOKEN}${after}`, 'shell');
    const absent = found?.kind === 'path' && missing.includes(found.path);
    return `${text}${absent ? `$${PLUGIN_DIR}` : PLUGIN_DIR_TOKEN}${after}`;
  }, head);
}
