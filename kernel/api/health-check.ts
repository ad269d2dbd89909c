import { defineClassPoint } from './extension-point.js';
import type { Context } from './operation.js';

/** What a check found. */
export interface HealthFinding {
  /** `warning`: it works, and somebody should know. `error`: something does not work until somebody acts. */
  readonly level: 'ok' | 'warning' | 'error';
  /** One sentence: what, where, and what to do. */
  readonly message: string;
}

/** Looks at something on the user's machine. Of the client facet; changes nothing. */
export interface HealthCheck {
  /** Nothing where there is nothing to look at, such as outside a project. */
  check(context: Pick<Context, 'cwd' | 'env' | 'signal'>): Promise<readonly HealthFinding[]>;
}

/** What `svc doctor` looks at beyond modules and the server. */
export const healthChecksPoint = defineClassPoint<HealthCheck>('kernel.healthChecks');
