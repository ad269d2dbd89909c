import type { SocketAddress } from '../../addresses/asked-address.js';
import type { Configuration } from '../../config/resolve/configuration.js';
import type { AppliedRule, RuleFinder } from '../first-rules.js';
import type { Side } from '../network/filter-entry.js';

/** `remote`: from the target. `local`: from this machine. `mocked`: the connection succeeds without any being made. */
export type OutgoingVerdict = Side | 'mocked';

export interface SocketQuestion {
  readonly configuration: Configuration;
  readonly asked: SocketAddress;
  /** Where a name that is asked about is resolved. */
  readonly resolvedAt: Side;
}

export interface UnixQuestion {
  readonly configuration: Configuration;
  /** Absolute. */
  readonly path: string;
}

export type OutgoingFinder<Question> = RuleFinder<Question, AppliedRule<OutgoingVerdict>>;
