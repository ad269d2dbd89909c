import type { ErrorIssue } from 'svc-registry/kernel';

export type Place = Omit<ErrorIssue, 'message'>;

/** More than a thousand findings help nobody, and finding the place of each takes time. */
const MOST = 1_000;

/** A place that takes work to find. */
type FoundPlace = Place | (() => Place);

/** What a check of a plugin found: errors refuse it, warnings deserve a look. The first thousand of each are kept. */
export class Findings {
  readonly errors: ErrorIssue[] = [];
  readonly warnings: ErrorIssue[] = [];

  /** `strict`: what is looked at is about to be published. */
  constructor(readonly strict = false) {}

  error(message: string, place: FoundPlace): void {
    add(this.errors, message, place);
  }

  warn(message: string, place: FoundPlace): void {
    add(this.warnings, message, place);
  }
}

function add(issues: ErrorIssue[], message: string, place: FoundPlace): void {
  if (issues.length > MOST) return;
  const at = typeof place === 'function' ? place() : place;
  issues.push(issues.length < MOST ? { message, ...at } : { message: `There is more: only the first ${MOST} are listed.`, file: at.file });
}
