import { randomUUID } from 'node:crypto';
import {
  hostKey,
  isSvcError,
  type AnyOperation,
  type CallGuard,
  type GuardedCall,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { workspaceDirectoryKey, type WorkspaceDirectory } from '../../identity/contract/access.js';
import { unitOfWorkKey, type UnitOfWork } from '../../persistence/contract/db.js';
import { lastClosedDay } from './closed-days.js';
import { StoredEvent } from './entities.js';
import { dayAfter, dayOf, positionOf } from './positions.js';
import { RecentRefusals } from './recent-refusals.js';

type Next = (call: GuardedCall) => Promise<unknown>;
type Outcome = StoredEvent['outcome'];

/** What is recorded, and in which organizations' logs. */
interface AuditRecord {
  readonly call: GuardedCall;
  readonly outcome: Outcome;
  readonly logs: readonly string[];
}

const MAX_AGENT = 200;

function isRefusal(error: unknown): boolean {
  return isSvcError(error) && (error.status === 401 || error.status === 403);
}

/** The created object, or else the object that the operation's `access` names. */
function objectOf({
  seen: { made, located },
}: GuardedCall): Pick<StoredEvent, 'objectKind' | 'objectId' | 'objectName'> {
  if (made !== undefined)
    return { objectKind: made.kind, objectId: made.id, objectName: made.name };
  if (located === undefined) return { objectKind: null, objectId: null, objectName: null };
  const { id } = (located.value ?? {}) as { id?: unknown };
  return {
    objectKind: located.kind,
    objectId: typeof id === 'string' ? id : null,
    objectName: located.name,
  };
}

/** Records the changes of known callers, in the transaction of the change, and their refused calls. */
@injectable()
export class LogGuard implements CallGuard {
  private readonly refusals = new RecentRefusals();

  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly directory: WorkspaceDirectory,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Operations open to anyone, such as signing in, are not recorded, because they do not depend on the caller. */
  guards({ effect, access }: AnyOperation): boolean {
    return effect === 'write' && access !== 'anyone';
  }

  async around(call: GuardedCall, next: Next): Promise<unknown> {
    const { kind, id } = call.caller;
    if (id === null || (kind !== 'user' && kind !== 'key')) return next(call);
    // an operation with several units is one event, written with the first unit that commits
    let written = false;
    const write = async (manager: EntityManager): Promise<void> => {
      if (written) return;
      await this.write(manager, { call, outcome: 'done', logs: await this.logsOf(call) });
      this.unitOfWork.afterCommit(() => void (written = true));
    };
    try {
      return await this.unitOfWork.observed(write, () => next(call));
    } catch (error) {
      if (isRefusal(error)) await this.writeRefusal(call);
      throw error;
    }
  }

  private async writeRefusal(call: GuardedCall): Promise<void> {
    const { caller, operation, seen } = call;
    const what = JSON.stringify([caller.id, operation.id, objectOf(call)]);
    if (seen.located === undefined || !this.refusals.isNew(what, this.host.clock())) return;
    try {
      const logs = await this.logsOf(call);
      await this.unitOfWork.aside((manager) =>
        this.write(manager, { call, outcome: 'refused', logs }),
      );
    } catch (err) {
      // the refusal stands even if it cannot be recorded
      this.host.log.error(
        { err, operation: operation.id },
        'a refused attempt could not be written into the audit log',
      );
    }
  }

  private async write(manager: EntityManager, { call, outcome, logs }: AuditRecord): Promise<void> {
    for (const organizationId of logs) {
      const at = this.now(await lastClosedDay(manager, organizationId));
      await manager.insert(StoredEvent, this.event(call, outcome, { organizationId, at }));
    }
  }

  /** If the clock is behind, the event goes to the day after the last closed one, because nothing may be added to a closed day. */
  private now(closed: string | undefined): Date {
    const now = this.host.clock();
    return closed === undefined || dayOf(now) > closed ? now : dayAfter(closed);
  }

  /**
   * The log of the object's organization, or, for changes of an account, the logs of all its organizations. Sorted, so
   * that locks are always taken in the same order.
   */
  private async logsOf(call: GuardedCall): Promise<readonly string[]> {
    const { located, made } = call.seen;
    // the creation of an organization goes to its own log
    if (made?.kind === 'organization' && made.id !== null) return [made.id];
    const { workspaceId, organizationId } = located ?? {};
    if (organizationId !== undefined) return [organizationId];
    const workspace = workspaceId === undefined ? null : await this.directory.find(workspaceId);
    if (workspace !== null) return [workspace.organizationId];
    return (await this.directory.organizationsOf(call.caller)).toSorted();
  }

  private event(
    call: GuardedCall,
    outcome: Outcome,
    { organizationId, at }: Pick<StoredEvent, 'organizationId' | 'at'>,
  ): StoredEvent {
    const { caller, operation, address, request } = call;
    const id = randomUUID();
    return {
      id,
      organizationId,
      at,
      position: positionOf(at, id),
      outcome,
      actorKind: caller.kind as StoredEvent['actorKind'],
      actorId: caller.id ?? '',
      actorName: caller.label,
      operation: operation.id,
      ...objectOf(call),
      address: address ?? null,
      userAgent: request?.userAgent?.slice(0, MAX_AGENT) ?? null,
      surface: request?.surface ?? null,
      request: request?.id ?? null,
    };
  }
}
