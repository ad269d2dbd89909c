import { isSvcError } from 'svc-registry/kernel';
import type { PluginPart, ShownPlugin } from '../../../registry/contract/plugin-page.js';
import { shownTime, view, type Badge, type Tone, type View } from '../../../web/contract/index.js';
import { listEvals } from '../../contract/run-operations.js';
import type { EvalRunListed, VerdictView } from '../../contract/run-view.js';
import { liftIntervalOf, liftOf } from '../../report/numbers.js';
import type { VerdictName } from '../../contract/words.js';
import { nameOf } from './run-name.js';

const template = new URL('evaluations-tab.njk', import.meta.url);
const PAGE = 20;

type Impact = Pick<VerdictView, 'verdict' | 'lift' | 'interval' | 'scenarios' | 'text'> & {
  readonly evalRunId: string;
  readonly evaluatedAt: string;
};

const tones: Readonly<Record<VerdictName, Tone>> = {
  improves: 'good',
  harms: 'bad',
  'no difference shown': 'plain',
  underpowered: 'warn',
};

/** What evaluations have shown of a plugin: the one that counts for the score of this version, and those of its workspace. */
export class EvaluationsTab implements PluginPart {
  async show(plugin: ShownPlugin): Promise<View> {
    const { tile, version } = plugin;
    const impact = version.facts?.['impact'] as Impact | undefined;
    const runs = await runsOf(plugin);
    return view(template, {
      version: version.version,
      impact: impact === undefined ? null : impactOf(impact, runs !== null),
      runs: runs?.map((run) => rowOf(run, `${tile.name}@${version.version}`)) ?? [],
      member: runs !== null,
      full: runs?.length === PAGE,
      all: `/runs?${new URLSearchParams({ workspace: tile.workspace, kind: 'evals' }).toString()}`,
    });
  }
}

/** `null` for people outside the workspace. */
async function runsOf({ tile, invoke }: ShownPlugin): Promise<readonly EvalRunListed[] | null> {
  const { workspace, name } = tile;
  try {
    return (await invoke(listEvals, { workspace, plugin: name, pageSize: PAGE })).data;
  } catch (error) {
    if (isSvcError(error) && error.status < 500) return null;
    throw error;
  }
}

const impactOf = ({ evalRunId, evaluatedAt, text, ...impact }: Impact, member: boolean) => ({
  text: `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`,
  ...numbersOf(impact),
  at: shownTime(evaluatedAt),
  href: member ? `/evals/${evalRunId}` : '',
});

type Numbers = Pick<VerdictView, 'verdict' | 'lift' | 'interval' | 'scenarios'>;

const numbersOf = ({ verdict, lift, interval, scenarios }: Numbers) => ({
  tone: tones[verdict],
  lift: lift === null ? '' : liftOf(lift),
  interval: interval === null ? '' : liftIntervalOf(interval),
  scenarios: String(scenarios),
});

const NO_NUMBERS = { tone: 'plain', lift: '', interval: '', scenarios: '' } as const;

function rowOf(run: EvalRunListed, shown: string) {
  const { evalRunId, verdict, status, published, config } = run;
  const badge: Badge =
    status === 'pending'
      ? { text: 'Running', tone: 'accent' }
      : { text: verdict?.verdict ?? status, tone: status === 'failed' ? 'bad' : 'plain' };
  return {
    href: `/evals/${evalRunId}`,
    name: nameOf(run),
    context: config.contextRef ?? '',
    badge: verdict === null ? badge : { text: verdict.verdict, tone: tones[verdict.verdict] },
    ...(verdict === null ? NO_NUMBERS : numbersOf(verdict)),
    counts: published === shown,
    started: shownTime(run.createdAt),
  };
}
