import type { ErrorIssue } from 'svc-registry/kernel';

export type Location = Omit<ErrorIssue, 'message'>;

/** More than a thousand findings are of no use, and locating each takes time. */
const MAX_FINDINGS = 1_000;

/** A location, or a function that finds it when the finding is kept. */
type LazyLocation = Location | (() => Location);

/** The findings of a check: errors reject the plugin, warnings are advice. The first thousand of each are kept. */
export class Findings {
  readonly errors: ErrorIssue[] = [];
  readonly warnings: ErrorIssue[] = [];

  /** `strict`: the plugin is about to be published. */
  constructor(readonly strict = false) {}

  /** For work that is done again: returns what forgets all that is found from now on. */
  mark(): () => void {
    const [errors, warnings] = [this.errors.length, this.warnings.length];
    return () => {
      this.errors.length = errors;
      this.warnings.length = warnings;
    };
  }

  error(message: string, location: LazyLocation): void {
    add(this.errors, message, location);
  }

  warn(message: string, location: LazyLocation): void {
    add(this.warnings, message, location);
  }
}

function add(issues: ErrorIssue[], message: string, location: LazyLocation): void {
  if (issues.length > MAX_FINDINGS) return;
  const at = typeof location === 'function' ? location() : location;
  issues.push(
    issues.length < MAX_FINDINGS
      ? { message, ...at }
      : { message: `There are more: only the first ${MAX_FINDINGS} are listed.`, file: at.file },
  );
}
