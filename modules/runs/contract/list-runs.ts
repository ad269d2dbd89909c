import type { Page } from 'svc-registry/kernel';
import type { RunRow, RunRows, RunRowsRequest, RunState } from './run-lists.js';

/** How a module's own list becomes rows. */
export interface ListedRuns<Run extends { readonly status: Status }, Status extends string> {
  /** The state that each status of the module is. */
  readonly states: Readonly<Record<Status, RunState>>;
  /** Calls the operation that lists the runs. */
  readonly list: (input: {
    readonly workspace: string;
    readonly pageSize: number;
    readonly after?: string;
    readonly status?: Status;
  }) => Promise<Pick<Page<Run>, 'data' | 'next'>>;
  /** The row without its state. */
  readonly rowOf: (run: Run) => Omit<RunRow, 'state'>;
}

/** The rows of a list operation whose filter takes one status. */
export async function listRuns<
  Run extends { readonly status: Status },
  Status extends string = Run['status'],
>(
  { state, workspace, pageSize, after }: RunRowsRequest,
  { states, list, rowOf }: ListedRuns<Run, Status>,
): Promise<RunRows> {
  const statuses = Object.keys(states) as Status[];
  const status = statuses.find((each) => states[each] === state);
  if (state !== undefined && status === undefined) return { rows: [], next: null };
  const { data, next } = await list({
    workspace,
    pageSize,
    ...(after !== undefined && { after }),
    ...(status !== undefined && { status }),
  });
  return { rows: data.map((run) => ({ ...rowOf(run), state: states[run.status] })), next };
}
