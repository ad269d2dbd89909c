import type { Source } from '../config/resolve/configuration.js';

/** A rule that applies to what was asked. */
export interface Rule {
  /** A field, such as `feature.fs.read_only[1]`, or words for a rule that is built in: `the default read-local set`. */
  readonly name: string;
  /** What the rule would answer. */
  readonly verdict: string;
  /** Why it applies, as a clause: `matches ^/etc/`. */
  readonly reason: string;
  /** `default` for a rule that is built in. */
  readonly source: Source;
}

/** The answer of a decision, with what explains it. */
export interface Decision<Verdict extends string = string> {
  readonly verdict: Verdict;
  /** The rule that decided. */
  readonly rule: Rule;
  /** The rule that would decide if that one were not there; `null` when nothing comes after it. */
  readonly next: Rule | null;
  /** What the answer depends on that cannot be known here, and what surprises people: full sentences. */
  readonly notes: readonly string[];
}
