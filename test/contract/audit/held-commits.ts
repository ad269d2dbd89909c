import {
  callGuardsPoint,
  contribute,
  defineModule,
  type AnyOperation,
  type CallGuard,
  type GuardedCall,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { unitOfWorkKey, type UnitOfWork } from '../../../modules/persistence/contract/db.js';

const open = new Set<Hold>();

/** Lets go whatever is held still: a server waits for its transactions when it stops. */
export function releaseAll(): void {
  for (const hold of open) hold.release();
  open.clear();
  Hold.next = undefined;
}

/** Where the next change waits, its event written and its transaction not committed. */
export class Hold {
  static next: Hold | undefined;

  readonly reached: Promise<void>;
  private readonly released: Promise<void>;
  private reach!: () => void;
  release!: () => void;

  constructor() {
    open.add(this);
    this.reached = new Promise((resolve) => (this.reach = resolve));
    this.released = new Promise((resolve) => (this.release = resolve));
    Hold.next = this;
  }

  wait(): Promise<void> {
    this.reach();
    return this.released;
  }
}

/** Stands around the audit log's guard, and so comes after it in the transaction. */
@injectable()
class HoldingGuard implements CallGuard {
  constructor(@inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork) {}

  guards({ effect }: AnyOperation): boolean {
    return effect === 'write';
  }

  around(call: GuardedCall, next: (call: GuardedCall) => Promise<unknown>): Promise<unknown> {
    const hold = Hold.next;
    Hold.next = undefined;
    return hold === undefined
      ? next(call)
      : this.unitOfWork.observed(
          () => hold.wait(),
          () => next(call),
        );
  }
}

export const holding = defineModule({
  id: 'holding',
  api: '^1.0.0',
  summary: 'Holds transactions back',
  requires: ['persistence'],
  contributes: [
    contribute(
      callGuardsPoint,
      'holding',
      { summary: 'Holds the commit back', position: 'outer' },
      () => Promise.resolve(HoldingGuard),
    ),
  ],
});
