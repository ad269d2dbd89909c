import type { ErrorIssue } from 'svc-registry/kernel';

export type Place = Omit<ErrorIssue, 'message'>;

/** What a check of a plugin found: errors refuse it, warnings deserve a look. */
export class Findings {
  readonly errors: ErrorIssue[] = [];
  readonly warnings: ErrorIssue[] = [];

  error(message: string, place: Place): void {
    this.errors.push({ message, ...place });
  }

  warn(message: string, place: Place): void {
    this.warnings.push({ message, ...place });
  }
}
