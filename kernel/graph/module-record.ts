import type { ModuleManifest, OperationManifest } from '../manifest/manifest.js';
import { shapeProblems } from './module-shape.js';
import type { ModuleSource } from '../loader/module-source.js';

export type ModuleState =
  'discovered' | 'resolved' | 'active' | 'stopped' | 'rejected' | 'unsatisfied' | 'failed';

/** Why a module cannot be used. The codes are stable: programs may rely on them. */
export type FaultCode = PackageFault | GraphFault | StartFault;
type PackageFault = 'not_installed' | 'not_a_module' | 'manifest_unreadable' | 'manifest_stale';
type GraphFault =
  | 'invalid_declaration'
  | 'unsupported_api'
  | 'name_taken'
  | 'requirement_cycle'
  | 'requirement_missing'
  | 'requirement_failed';
type StartFault = 'load_failed' | 'start_failed' | 'too_slow';

export interface Fault {
  readonly code: FaultCode;
  /** The cause in words, with the names of all modules involved. */
  readonly cause: string;
  /** The underlying error, for the log and for callers. */
  readonly error?: unknown;
}

/** The message of anything that was thrown, which need not be an error. */
export const textOf = (error: unknown): string =>
  String((error as { message?: unknown } | null | undefined)?.message ?? error);

/** An error that carries the fault code of a module. */
export const faultError = (fault: FaultCode, message: string): Error =>
  Object.assign(new Error(message), { fault });

/** A row of the table that `svc doctor` prints. For a module that is rejected, unsatisfied or failed it has a code and a cause. */
export interface ModuleStatus extends Partial<Omit<Fault, 'error'>> {
  readonly id: string;
  readonly origin: string;
  readonly state: ModuleState;
}

/** A module's entry in the kernel: its source, its declaration and its state. */
export class ModuleRecord {
  state: ModuleState = 'discovered';
  fault: Fault | undefined;

  constructor(
    readonly source: ModuleSource,
    readonly manifest: ModuleManifest,
  ) {}

  get id(): string {
    return this.source.id;
  }

  /** True for a module that is rejected, unsatisfied, failed or stopped. */
  get unavailable(): boolean {
    return !['discovered', 'resolved', 'active'].includes(this.state);
  }

  /** The operations that an unavailable module declares; empty when its manifest is invalid. */
  get unavailableOperations(): readonly OperationManifest[] {
    return this.fault === undefined || shapeProblems(this.manifest).length > 0
      ? []
      : this.manifest.operations;
  }

  fail(state: 'rejected' | 'unsatisfied' | 'failed', fault: Fault): void {
    this.state = state;
    this.fault = fault;
  }

  status(): ModuleStatus {
    const { id, state, fault } = this;
    return {
      id,
      origin: this.source.origin,
      state,
      ...(fault && { code: fault.code, cause: fault.cause }),
    };
  }
}
