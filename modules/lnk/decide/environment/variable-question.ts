import type { Configuration } from '../../config/resolve/configuration.js';
import type { AppliedRule } from '../first-rules.js';

/**
 * `remote`: the target's value. `set`: a value of the configuration. `removed`: the process does not get it. `local`: the value of this
 * machine stays, if there is one.
 */
export type EnvironmentVerdict = 'remote' | 'set' | 'removed' | 'local';

export interface EnvironmentRule extends AppliedRule<EnvironmentVerdict> {
  /** What the variable is set to. */
  readonly value?: string;
}

export interface VariableQuestion {
  readonly configuration: Configuration;
  readonly name: string;
}
