import type { ProjectMode } from '../../contract/agent-ids.js';
import { endOfLine } from '../json/text-style.js';
import type { Changes } from '../transaction/changes.js';

const IGNORE_FILE = '.gitignore';
const OWN_IGNORE_FILE = '.svc/.gitignore';
const BEGIN = '# svc-managed begin: written by `svc install`';
const END = '# svc-managed end';
const BLOCK = /(^|\r?\n)# svc-managed begin[^\n]*\n(?:[^\n]*\n)*?# svc-managed end[^\n]*(?:\n|$)/;

/** Keeps generated files out of git: `.svc/.gitignore`, and a marked block of the root `.gitignore` for links in managed mode. */
export async function writeIgnoreFiles(
  changes: Changes,
  mode: ProjectMode,
  links: readonly string[],
): Promise<void> {
  const lines = ['RULES.md', '.work/', ...(mode === 'managed' ? ['plugins/'] : [])];
  await changes.write(OWN_IGNORE_FILE, `${lines.sort().join('\n')}\n`);
  await writeBlock(changes, mode === 'managed' ? links : []);
}

/** Removes both. */
export async function removeIgnoreFiles(changes: Changes): Promise<void> {
  changes.remove(OWN_IGNORE_FILE);
  await writeBlock(changes, []);
}

async function writeBlock(changes: Changes, links: readonly string[]): Promise<void> {
  const text = await changes.read(IGNORE_FILE);
  const next = withBlock(text, links);
  if (next === undefined && text !== undefined) changes.remove(IGNORE_FILE);
  else if (next !== undefined && next !== text) await changes.write(IGNORE_FILE, next);
}

/**
 * Replaces, adds or removes the marked block; everything else keeps its bytes. Where the file ended without a line end, the block
 * does so too, so that removing it restores the original. `undefined` stands for no file.
 */
export function withBlock(text: string | undefined, links: readonly string[]): string | undefined {
  const { before, after, closed } = aroundBlock(text);
  const newline = endOfLine(text ?? '');
  if (links.length === 0) return closed && before + after === '' ? undefined : before + after;
  const block = blockOf(links, newline);
  if (closed) return before + block + newline + after;
  return before + (before === '' ? '' : newline) + block + after;
}

interface Around {
  readonly before: string;
  readonly after: string;
  /** Whether the block ends with a line end. */
  readonly closed: boolean;
}

function aroundBlock(text: string | undefined): Around {
  if (text === undefined) return { before: '', after: '', closed: true };
  const found = BLOCK.exec(text);
  if (found === null) return { before: text, after: '', closed: text.endsWith('\n') };
  const closed = found[0].endsWith('\n');
  const before = text.slice(0, found.index) + (closed ? (found[1] ?? '') : '');
  return { before, after: text.slice(found.index + found[0].length), closed };
}

function blockOf(links: readonly string[], newline: string): string {
  return [BEGIN, ...[...links].sort().map((link) => `/${escaped(link)}`), END].join(newline);
}

/** The line of a person's `.gitignore` that keeps vendored plugins out of git. */
export async function contradiction(changes: Changes): Promise<string | undefined> {
  const text = await changes.read(IGNORE_FILE);
  if (text === undefined) return undefined;
  const { default: ignore } = await import('ignore');
  const { ignored, rule } = ignore().add(text).checkIgnore('.svc/plugins/workspace/plugin/file');
  return ignored ? rule?.pattern : undefined;
}

function escaped(path: string): string {
  return path.replace(/[\\*?[\]!#]/g, '\\$&').replace(/ $/, '\\ ');
}
