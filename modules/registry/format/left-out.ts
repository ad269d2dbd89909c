import type { LeftOut } from '../contract/plugin-format.js';
import type { IgnoreRules, IgnoreVerdict } from './ignore-rules.js';
import { IGNORE_PATH } from './limits.js';

type Refusal = Exclude<IgnoreVerdict, 'ships'>;

/** Why a file does not ship, as the end of a sentence. */
const REASONS: Readonly<Record<Refusal, string>> = {
  always: 'files of this name never ship',
  default: `files of this name ship only if ${IGNORE_PATH} re-includes them with "!"`,
  pattern: `${IGNORE_PATH} leaves it out`,
};

/** A path that does not ship. What is in a folder that never ships is named by the folder. */
export function unshipped(path: string, verdict: Refusal): LeftOut {
  const [folder] = /^(?:.*?\/)?(?:node_modules|__pycache__|\.svc)\//.exec(path) ?? [];
  return { what: folder ?? path, why: REASONS[verdict] };
}

/** What is no part of a plugin's source, and not named: version control, a folder or the file of a worktree. */
export const isVersionControl = (path: string): boolean => /(?:^|\/)\.git(?:\/|$)/i.test(path);

/** More entries say nothing more to a person. */
const MOST = 500;

/** What was left out so far; the same thing is named once. */
export class LeftOutList {
  private readonly parts = new Map<string, LeftOut>();
  private more = 0;

  /** `keptFor`: the agent that has it all the same. */
  add(what: string, why: string, keptFor?: string): void {
    const key = `${what}\0${why}`;
    if (this.parts.has(key)) return;
    const part = keptFor === undefined ? { what, why } : { what, why, keptFor };
    if (this.parts.size < MOST) this.parts.set(key, part);
    else this.more += 1;
  }

  /** What turned out to be taken in another form. */
  remove(what: string): void {
    for (const [key, part] of this.parts) if (part.what === what) this.parts.delete(key);
  }

  all(): readonly LeftOut[] {
    const listed = [...this.parts.values()];
    if (this.more === 0) return listed;
    return [...listed, { what: `${this.more} more`, why: `only the first ${MOST} are listed` }];
  }
}

/** What of a source its rules leave out. `ignored`: paths; a folder ends with `/`. */
export function leftOutByRules(ignored: readonly string[], rules: IgnoreRules): readonly LeftOut[] {
  const list = new LeftOutList();
  const paths = ignored.filter((path) => !isVersionControl(path));
  const verdicts = rules.verdicts(paths);
  for (const path of paths) {
    const verdict = verdicts?.get(path) ?? 'pattern';
    if (verdict === 'ships') list.add(path, 'it was to be left out this time');
    else {
      const { what, why } = unshipped(path, verdict);
      list.add(what, why);
    }
  }
  return list.all();
}
