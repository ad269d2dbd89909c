import { listWorkspaces } from '../../../identity/contract/operations/workspaces.js';
import { shownTime, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { listEvals } from '../../contract/run-operations.js';
import type { EvalRunListed } from '../../contract/run-view.js';
import { evalStatuses, type EvalStatus } from '../../contract/words.js';
import { headlineOf } from '../../report/headline.js';
import { liftOf } from '../../report/numbers.js';
import { stateOf } from './run-head.js';
import { nameOf } from './run-name.js';

const template = new URL('runs.njk', import.meta.url);
const PAGE = 50;

/** The filters of the list, by the text of their link. */
const filters: readonly (readonly [text: string, status: EvalStatus | undefined])[] = [
  ['All', undefined],
  ['Going on', 'pending'],
  ['Completed', 'completed'],
  ['Failed', 'failed'],
];

/** Which part of which list is shown. */
interface Shown {
  readonly workspace: string;
  readonly status?: EvalStatus | undefined;
  readonly after?: string | undefined;
}

function addressOf({ workspace, status, after }: Shown): string {
  const query = new URLSearchParams({ workspace });
  if (status !== undefined) query.set('status', status);
  if (after !== undefined) query.set('after', after);
  return `/evals?${query.toString()}`;
}

/** Lists the evaluations of one of the person's workspaces. */
export class RunsPage implements Page {
  async get({ query, invoke }: PageRequest) {
    const { data, next } = await invoke(listWorkspaces, {});
    const names = data.map(({ name }) => name);
    const workspace = query.get('workspace') ?? (names.length === 1 ? names[0] : undefined);
    const workspaces = {
      names: names.map((name) => ({
        text: name,
        href: addressOf({ workspace: name }),
        current: name === workspace,
      })),
      more: next !== null,
    };
    if (workspace === undefined) return view(template, { workspaces, list: null });
    const status = evalStatuses.find((each) => each === query.get('status'));
    const shown = { workspace, status, after: query.get('after') ?? undefined };
    return view(template, { workspaces, list: await this.#list(shown, invoke) });
  }

  async #list(shown: Shown, invoke: PageRequest['invoke']) {
    const { workspace, status, after } = shown;
    const { data, next } = await invoke(listEvals, {
      workspace,
      pageSize: PAGE,
      ...(status !== undefined && { status }),
      ...(after !== undefined && { after }),
    });
    return {
      workspace,
      rows: data.map(rowOf),
      filters: filters.map(([text, to]) => ({
        text,
        href: addressOf({ workspace, status: to }),
        current: to === status,
      })),
      filtered: status !== undefined,
      more: next === null ? '' : addressOf({ ...shown, after: next }),
      first: after === undefined ? '' : addressOf({ workspace, status }),
    };
  }
}

function rowOf(run: EvalRunListed) {
  const { evalRunId: id, config, scenariosCount, verdict, createdAt } = run;
  return {
    id,
    name: nameOf(run),
    context: run.label === null ? '' : (config.contextRef ?? ''),
    state: stateOf(run),
    result: run.status === 'pending' ? '' : headlineOf(run).text,
    lift: verdict?.lift == null ? '' : liftOf(verdict.lift),
    scenarios: scenariosCount,
    agent: config.agent,
    started: shownTime(createdAt),
  };
}
