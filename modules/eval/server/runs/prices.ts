/** What evaluations cost, in credits (decisions of the specification, "Credits"). Cells that are void, or whose result is known, are free. */
export const prices = { cell: 2 } as const;

/** Names the reservation of a run. */
export const reservationOf = (runId: string): string => `eval.run:${runId}`;
