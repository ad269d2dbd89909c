import type { Configuration } from '../resolve/configuration.js';
import type { Finding } from './finding.js';

export interface VerifyOptions {
  /** True when nothing will name a target later: without one the session has none. */
  readonly final: boolean;
}

/** A rule across fields. It is left out when the value of a field that it reads is wrong in itself. */
export interface Rule {
  readonly reads: readonly string[];
  readonly check: (
    configuration: Configuration,
    options: VerifyOptions,
  ) => Finding | readonly Finding[] | undefined;
}
