import type { Configuration } from '../../config/resolve/configuration.js';
import type { AppliedRule } from '../first-rules.js';
import type { PortMapping } from './port-mapping.js';
import type { Request } from './request.js';

/**
 * `stolen`: the process gets the request in place of the target. `mirrored`: it gets a copy. `passed`: only the application in the target
 * gets it. `local`: the port is open on this machine only. `not_received`: no local port belongs to it. `depends`: the request decides.
 */
export type IncomingVerdict =
  'stolen' | 'mirrored' | 'passed' | 'local' | 'not_received' | 'depends';

export type IncomingRule = AppliedRule<IncomingVerdict>;

export interface IncomingQuestion {
  readonly configuration: Configuration;
  /** On the target. */
  readonly port: number;
  readonly mapping: PortMapping;
  readonly request: Request;
}

export const INCOMING = 'feature.network.incoming';

/** What happens with traffic that the process gets; `off` counts as the default, for what would be without it. */
export const receivedVerdict = (configuration: Configuration): 'stolen' | 'mirrored' =>
  configuration.value(`${INCOMING}.mode`) === 'steal' ? 'stolen' : 'mirrored';
