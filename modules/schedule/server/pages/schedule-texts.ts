import { counted } from '../../../../toolbox/plural.js';
import { outcomeBadge } from '../../../launch/contract/state-words.js';
import {
  knownFact,
  shownTime,
  toneOf,
  type Badge,
  type Fact,
} from '../../../web/contract/index.js';
import type {
  ScheduleProblem,
  ScheduleRunView,
  ScheduleView,
} from '../../contract/schedule-view.js';
import type { ScheduleState } from '../../contract/schedule.machine.js';
import { timesIn } from './zoned-time.js';

const stateWords: Readonly<Record<ScheduleState, string>> = { active: 'Active', paused: 'Paused' };

export const stateOf = (state: ScheduleState): Badge => ({
  text: stateWords[state],
  tone: toneOf(state),
});

/** When a schedule launches, what, and how that has gone: names and texts. */
export function factsOf(schedule: ScheduleView): readonly Fact[] {
  const { config, source, nextRunAt, timezone } = schedule;
  const next = nextRunAt === null ? null : timesIn(timezone)(new Date(nextRunAt));
  return [
    ['Times', schedule.cron],
    ['Time zone', timezone],
    ...knownFact('Next launch', next),
    ['Workspace', schedule.workspace],
    ['Skill', config.skillRef],
    ['Repository', config.repoUrl],
    ['Branch', config.baseBranch],
    ...knownFact('Commit or tag', config.snapshot),
    ...knownFact('Folder', config.workdir),
    ['Agent', config.agent],
    ['Model', config.model ?? "the agent's default"],
    ...knownFact('Environment', config.environmentId),
    ...knownFact('Inputs', config.inputNames.join(', ')),
    ['With the rights of', schedule.owner],
    ...(source === null ? [] : [['Defined as', `${source.key} in ${source.file}`] as const]),
    ...knownFact('Defined in', source?.repo),
    ...countsOf(schedule),
    ['Created', shownTime(schedule.createdAt)],
    ['Id', schedule.id],
  ];
}

function countsOf({ missed, skipped, refused }: ScheduleView): readonly Fact[] {
  const counts = [
    ['Missed', missed, 'because no server ran'],
    ['Skipped', skipped, 'because the launch before had not ended'],
    ['Refused', refused, 'because the launch could not begin'],
  ] as const;
  return counts
    .filter(([, count]) => count > 0)
    .map(([name, count, why]) => [name, `${counted(count, 'time')}, ${why}`]);
}

export const problemOf = (problem: ScheduleProblem | null) =>
  problem === null
    ? null
    : { code: problem.code, message: problem.message, at: shownTime(problem.at) };

/** A row of the table of launches. */
export const launchOf = (run: ScheduleRunView) => ({
  id: run.launchRunId,
  state: outcomeBadge(run),
  cause: run.scheduledFor === null ? 'triggered' : `scheduled for ${shownTime(run.scheduledFor)}`,
  requested: shownTime(run.createdAt),
  summary: run.result?.summary ?? '',
});
