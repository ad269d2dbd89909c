import { columns, type TableSpec } from '../../../persistence/contract/db.js';
import { runStates } from '../run.machine.js';

/** The table of a kind of run, for `createTable`: what all runs share, and the columns that the kind adds. */
export function runTable(spec: Omit<TableSpec, 'primary'>): TableSpec {
  return {
    ...spec,
    columns: {
      id: columns.id(),
      state: columns.oneOf(runStates),
      version: columns.counter(),
      attempt: columns.counter(),
      failures: columns.counter(),
      lease_until: columns.instant({ nullable: true }),
      available_at: columns.instant(),
      deadline_at: columns.instant({ nullable: true }),
      progress: columns.json({ nullable: true }),
      cancel_requested_at: columns.instant({ nullable: true }),
      error: columns.text({ nullable: true }),
      created_at: columns.instant(),
      started_at: columns.instant({ nullable: true }),
      finished_at: columns.instant({ nullable: true }),
      ...spec.columns,
    },
    // finds what waits and what runs, however many runs are over
    indices: [{ columns: ['state', 'available_at'] }, ...(spec.indices ?? [])],
  };
}
