import { defineClassPoint } from './extension-point.js';
import type { Context } from './operation.js';

/** The result of a health check. */
export interface HealthFinding {
  /** `warning`: it works, but the user should know something. `error`: something does not work until the user acts. */
  readonly level: 'ok' | 'warning' | 'error';
  /** One sentence: what, where, and what to do. */
  readonly message: string;
}

/** Checks something on the user's machine, as part of the client facet; changes nothing. */
export interface HealthCheck {
  /** Answers an empty list where the check does not apply, such as outside a project. */
  check(context: Pick<Context, 'cwd' | 'env' | 'signal'>): Promise<readonly HealthFinding[]>;
}

/** Checks that `svc doctor` makes on a person's machine, besides those of modules and of the server. */
export const healthChecksPoint = defineClassPoint<HealthCheck>('kernel.healthChecks');
