import type { ModuleManifest } from '../manifest/manifest.js';
import type { ModuleSource } from '../loader/module-source.js';

export type ModuleState = 'discovered' | 'resolved' | 'active' | 'stopped' | 'rejected' | 'unsatisfied' | 'failed';

/** A row of the table that `svc doctor` prints. */
export interface ModuleStatus {
  readonly id: string;
  readonly origin: string;
  readonly state: ModuleState;
  /** Why the module is rejected, unsatisfied or failed. */
  readonly cause?: string | undefined;
}

/** A module as the kernel keeps it: where it comes from, what it says, how it fares. */
export class ModuleRecord {
  state: ModuleState = 'discovered';
  cause: string | undefined;
  /** Why it does not fit this kernel's api. */
  apiProblem: string | undefined;
  /** The error behind `cause`, for the log and for callers. */
  error: unknown;

  constructor(
    readonly source: ModuleSource,
    readonly manifest: ModuleManifest,
  ) {}

  get id(): string {
    return this.source.id;
  }

  /** Rejected, unsatisfied, failed or stopped: it cannot be used any more. */
  get out(): boolean {
    return !['discovered', 'resolved', 'active'].includes(this.state);
  }

  fall(state: 'rejected' | 'unsatisfied' | 'failed', cause: string, error?: unknown): void {
    this.state = state;
    this.cause = cause;
    this.error = error;
  }

  status(): ModuleStatus {
    const { id, state, cause } = this;
    return { id, origin: this.source.origin, state, ...(cause === undefined ? {} : { cause }) };
  }
}
