import type { EntityManager } from 'typeorm';
import {
  notFound,
  staleState,
  transitionOf,
  type Class,
  type Guards,
  type Machine,
} from 'svc-registry/kernel';
import { wrongState } from '../errors.js';

/** What a row needs to be governed by a machine. `version` counts its changes. */
export interface MachineRow {
  id: string;
  state: string;
  version: number;
}

/** Which row goes through which event. */
export interface TransitionRequest<
  T extends MachineRow,
  S extends string,
  E extends string,
  G extends string,
> {
  readonly entity: Class<T>;
  readonly id: string;
  readonly machine: Machine<S, E, G>;
  readonly event: E;
  readonly guards?: Guards<G>;
  /** Other columns that change in the same statement. */
  readonly set?: Partial<Omit<T, 'id' | 'state' | 'version'>>;
  /** The version the caller has seen; without it the present one. */
  readonly version?: number;
}

const kindOf = (machine: Machine): string => machine.id.slice(machine.id.lastIndexOf('.') + 1);

function allowedEvents<S extends string, E extends string, G extends string>(
  machine: Machine<S, E, G>,
  state: string,
): E[] {
  const rows = machine.transitions.filter(({ from }) =>
    Array.isArray(from) ? from.includes(state as S) : from === state,
  );
  return [...new Set(rows.map(({ event }) => event))];
}

async function presentState(
  manager: EntityManager,
  { entity, id }: { entity: Class<MachineRow>; id: string },
): Promise<MachineRow | null> {
  return manager.findOne(entity, {
    where: { id },
    select: { id: true, state: true, version: true },
  });
}

/**
 * Takes an object to its next state with one guarded UPDATE, inside a unit of work. Answers the row of the machine's
 * table that was taken, so that the caller can run its effect.
 * Errors: `not_found`, `wrong_state` (the table has no such step), `stale_state` (another caller was faster; nothing was written).
 */
export async function transition<
  T extends MachineRow,
  S extends string,
  E extends string,
  G extends string,
>(
  manager: EntityManager,
  request: TransitionRequest<T, S, E, G>,
): Promise<Machine<S, E, G>['transitions'][number]> {
  const { machine, event, id, guards } = request;
  const entity = request.entity as Class<MachineRow>;
  const kind = kindOf(machine);
  const row = await presentState(manager, { entity, id });
  if (row === null) throw notFound({ kind, id });
  const step = transitionOf(machine, {
    state: row.state as S,
    event,
    ...(guards === undefined ? {} : { guards }),
  });
  if (step === undefined)
    throw wrongState({
      kind,
      id,
      state: row.state,
      event,
      allowed: allowedEvents(machine, row.state),
    });
  const version = request.version ?? row.version;
  const change = { ...request.set, state: step.to, version: version + 1 };
  const { affected } = await manager.update(entity, { id, state: row.state, version }, change);
  if (affected !== 1)
    throw staleState({
      kind,
      id,
      state: (await presentState(manager, { entity, id }))?.state ?? 'deleted',
    });
  return step;
}
