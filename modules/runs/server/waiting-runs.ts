import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { listWorkspaces } from '../../identity/contract/operations/workspaces.js';
import type { FrontPart, PageRequest, Waiting } from '../../web/contract/index.js';
import type { RunState } from '../contract/run-lists.js';
import { Kinds, type Kind } from './kinds.js';

/** Each of them costs a statement for each kind of runs, on every look at the front page. */
const MOST_WORKSPACES = 5;
/** Of each kind in each workspace. */
const MOST_RUNS = 3;
const DAYS = 3;
const DAY = 86_400_000;

/** Failed runs of the last days, and runs that wait for a person's answer. */
@injectable()
export class WaitingRuns implements FrontPart {
  constructor(
    @inject(Kinds) private readonly kinds: Kinds,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async waiting({ invoke }: PageRequest): Promise<readonly Waiting[]> {
    const { data } = await invoke(listWorkspaces, { pageSize: MOST_WORKSPACES });
    const since = new Date(this.host.clock().getTime() - DAYS * DAY).toISOString();
    const read = data.flatMap(({ name: workspace }) =>
      this.kinds.all.flatMap((kind) =>
        statesOf(kind).map(async (state) => {
          const asked = { workspace, state, pageSize: MOST_RUNS, invoke };
          const rows = (await kind.rows(asked))?.rows ?? [];
          return rows
            .filter(({ startedAt }) => state === 'waiting' || startedAt >= since)
            .map((row) => ({
              text: `${kind.one} “${row.name}” in ${workspace} ${endings[state]}`,
              detail: state === 'waiting' ? '' : row.result,
              href: row.href,
              at: row.startedAt,
              urgent: state === 'waiting',
            }));
        }),
      ),
    );
    return (await Promise.all(read))
      .flat()
      .toSorted((one, other) => other.at.localeCompare(one.at))
      .toSorted((one, other) => Number(other.urgent) - Number(one.urgent))
      .map(({ text, detail, href, at }) => ({ text, detail, href, at }));
  }
}

const endings = { waiting: 'waits for an answer.', failed: 'has failed.' } as const;

const statesOf = ({ asks = false }: Kind): readonly (RunState & keyof typeof endings)[] =>
  asks ? ['waiting', 'failed'] : ['failed'];
