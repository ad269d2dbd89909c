import type { LeftOut } from '../contract/plugin-format.js';
import type { IgnoreVerdict } from './ignore-rules.js';
import { IGNORE_PATH } from './limits.js';

/** Why a file does not ship, as the end of a sentence. */
const REASONS: Readonly<Record<Exclude<IgnoreVerdict, 'ships'>, string>> = {
  always: 'files of this name never ship',
  default: `files of this name ship only if ${IGNORE_PATH} re-includes them with "!"`,
  pattern: `${IGNORE_PATH} leaves it out`,
};

export const reasonOf = (verdict: Exclude<IgnoreVerdict, 'ships'>): string => REASONS[verdict];

/** What is no part of a plugin's source, and not named: version control, a folder or the file of a worktree. */
export const isVersionControl = (path: string): boolean => /(?:^|\/)\.git(?:\/|$)/i.test(path);

/** More entries say nothing more to a person. */
const MOST = 500;

/** What was left out so far; the same thing is named once. */
export class LeftOutList {
  private readonly parts = new Map<string, LeftOut>();
  private more = 0;

  add(what: string, why: string): void {
    const key = `${what}\0${why}`;
    if (this.parts.has(key)) return;
    if (this.parts.size < MOST) this.parts.set(key, { what, why });
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
