import type { ProjectMode } from '../../contract/agent-ids.js';
import { endOfLine } from '../json/text-style.js';
import type { Changes } from '../transaction/changes.js';

const BEGIN = '# svc-managed begin: written by `svc install`';
const END = '# svc-managed end';
const BLOCK = /(^|\r?\n)# svc-managed begin[^\n]*\n(?:[^\n]*\n)*?# svc-managed end[^\n]*(?:\n|$)/;

/** Keeps what is generated out of git: `.svc/.gitignore`, and a marked block of the root `.gitignore` for links in managed mode. */
export async function writeIgnoreFiles(changes: Changes, mode: ProjectMode, links: readonly string[]): Promise<void> {
  const lines = ['RULES.md', '.work/', ...(mode === 'managed' ? ['plugins/'] : [])];
  await changes.write('.svc/.gitignore', `${lines.sort().join('\n')}\n`);
  const text = await changes.read('.gitignore');
  const next = withBlock(text ?? '', mode === 'managed' ? links : []);
  if (next === '' && text !== undefined && text !== '') await changes.remove('.gitignore');
  else if (next !== (text ?? '')) await changes.write('.gitignore', next);
}

/** Replaces, adds or removes the marked block; everything else keeps its bytes. */
export function withBlock(text: string, links: readonly string[]): string {
  const newline = endOfLine(text);
  const block = links.length === 0 ? '' : [BEGIN, ...[...links].sort().map((link) => `/${escaped(link)}`), END, ''].join(newline);
  const found = BLOCK.exec(text);
  if (found !== null) {
    const before = text.slice(0, found.index) + (found[1] ?? '');
    return before + block + text.slice(found.index + found[0].length);
  }
  if (block === '') return text;
  const gap = text === '' || text.endsWith('\n') ? '' : newline;
  return text + gap + block;
}

function escaped(path: string): string {
  return path.replace(/[\\*?[\]!#]/g, '\\$&').replace(/ $/, '\\ ');
}
