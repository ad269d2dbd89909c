/** A row of a state table. `guard` and `effect` are names; their code is in the module's `server/`. */
export interface Transition<S extends string, E extends string, G extends string = string> {
  readonly from: S | readonly S[];
  readonly event: E;
  readonly to: S;
  readonly guard?: G;
  readonly effect?: string;
}

/** A state table: data, not code. */
export interface Machine<
  S extends string = string,
  E extends string = string,
  G extends string = string,
> {
  /** `<module>.<object>`, such as `registry.moderation`. */
  readonly id: string;
  readonly summary: string;
  readonly initial: S;
  /** Every state with its meaning. */
  readonly states: Readonly<Record<S, string>>;
  /** Every event with its cause. */
  readonly events: Readonly<Record<E, string>>;
  readonly transitions: readonly Transition<S, E, G>[];
}

export function defineMachine<S extends string, E extends string, G extends string = never>(
  machine: Machine<S, E, G>,
): Machine<S, E, G> {
  return machine;
}

/** The guards of a machine; each decides whether its transitions may be taken. */
export type Guards<G extends string> = Readonly<Record<G, () => boolean>>;

/** An object's state, and the event that happens to it. */
interface MachineStep<S extends string, E extends string, G extends string> {
  readonly state: S;
  readonly event: E;
  readonly guards?: Guards<G>;
}

/** The transition for the event: the first in the table whose guard holds, or `undefined` when the table has no such transition. */
export function transitionOf<S extends string, E extends string, G extends string>(
  machine: Machine<S, E, G>,
  { state, event, guards }: MachineStep<S, E, G>,
): Transition<S, E, G> | undefined {
  return machine.transitions.find(
    (row) =>
      row.event === event &&
      (Array.isArray(row.from) ? row.from.includes(state) : row.from === state) &&
      (row.guard === undefined || guards?.[row.guard]() === true),
  );
}
