import { isAbsolute, join } from 'node:path';
import { isRecord } from '../../../../toolbox/type-guards.js';
import type { Dialect } from './dialects/dialect.js';
import type { HookInput, NormalisedPayload } from './payload.js';

/** The edits that a patch makes, each as if the agent had called a tool for it. */
interface PatchEdits {
  /** Members of the event as it was reported: a patch that the agent's tool takes is the edit of its first file. */
  readonly reported: Partial<HookInput>;
  /** The other edits. */
  readonly more: readonly HookInput[];
  /** Every name that a matcher may use for them. */
  readonly toolNames: readonly string[];
}

const none: PatchEdits = { reported: {}, more: [], toolNames: [] };

/** More files in one patch are left out, with a note. */
const MOST_FILES = 500;

const BEGIN = /(?:^|["'])[ \t]*\*\*\* Begin Patch/m;
const HEADER = /^[ \t]*\*\*\* (?:(?:Add|Update|Delete) File|Move to):[ \t]*([^\r\n]+)/gm;
/** The call in a shell command, with the folder that it changes to first. */
const CALL =
  /(?:\bcd[ \t]+(?<folder>"[^"\n]*"|'[^'\n]*'|[^\s;&|]+)[ \t]*&&[ \t]*)?(?<![\w.-])apply_?patch(?![\w-])/;

/**
 * The edits in a tool call, for agents that take patches of several files: guards of edits look at `file_path`, and are asked about every file.
 * Reads the headers of the patch only.
 */
export function editsOf(
  { input, toolNames }: NormalisedPayload,
  { patches, tools }: Pick<Dialect, 'patches' | 'tools'>,
): { readonly edits: PatchEdits; readonly note: readonly string[] } {
  if (patches === undefined) return { edits: none, note: [] };
  const isTool = toolNames.includes(patches.tool);
  const isShell = patches.inShell && toolNames.includes('Bash');
  const files = isTool || isShell ? filesOf(input, isShell) : [];
  const taken = files.slice(0, MOST_FILES);
  const names = [...(tools[patches.tool] ?? []), patches.tool];
  const calls = taken.map((file): HookInput => ({
    ...input,
    tool_name: names[0] ?? patches.tool,
    tool_input: { ...membersOf(input.tool_input), file_path: file },
  }));
  const [first, ...rest] = calls;
  const edits = {
    reported: isTool && first !== undefined ? first : {},
    more: isTool ? rest : calls,
    toolNames: names,
  };
  const note =
    files.length > MOST_FILES
      ? [`a patch edits ${files.length} files; hooks were asked about the first ${MOST_FILES}`]
      : [];
  return { edits, note };
}

/** Absolute paths, each once. */
function filesOf({ tool_input, cwd }: HookInput, isShell: boolean): readonly string[] {
  const text = Object.values(membersOf(tool_input)).map(textOf).join('\n');
  if (!BEGIN.test(text)) return [];
  const call = CALL.exec(text);
  if (isShell && call === null) return [];
  const folder = inFolder(cwd, (isShell && call?.groups?.['folder']) || '.');
  const paths = [...text.matchAll(HEADER)].map(([, path = '']) => inFolder(folder, path.trim()));
  return [...new Set(paths)];
}

function inFolder(folder: string, path: string): string {
  const plain = path.replace(/^(["'])(.*)\1$/, '$2');
  return isAbsolute(plain) ? plain : join(folder, plain);
}

function membersOf(input: unknown): Readonly<Record<string, unknown>> {
  return isRecord(input) ? input : { command: input };
}

/** A command is a text, or the list of its words. */
function textOf(value: unknown): string {
  const texts = Array.isArray(value) ? value : [value];
  return texts.filter((each) => typeof each === 'string').join('\n');
}
