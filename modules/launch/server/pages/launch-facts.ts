import { knownFact, shownTime, timeTaken, type Fact } from '../../../web/contract/index.js';
import type { LaunchRunView, LaunchTrigger } from '../../contract/launch-run-view.js';

const starters: Readonly<Record<LaunchTrigger, string>> = {
  manual: 'a person',
  api: 'a program with an API key',
  scheduled: 'a schedule',
};

const at = (instant: string | null): string | null =>
  instant === null ? null : shownTime(instant);

/** When a launch was requested and how long it has taken, and who did it. */
export const timesOf = (launch: LaunchRunView): readonly Fact[] => [
  ['Started by', starters[launch.config.triggerSource]],
  ['Agent', launch.config.agent],
  ['Requested', shownTime(launch.createdAt)],
  ...knownFact('Took', takenBy(launch)),
];

const takenBy = ({ startedAt, finishedAt }: LaunchRunView): string | null =>
  startedAt === null || finishedAt === null ? null : timeTaken(startedAt, finishedAt);

/** What was launched, how and when: names and texts. */
export function factsOf(launch: LaunchRunView): readonly Fact[] {
  const { config, commit, startedAt, finishedAt, launchRunId } = launch;
  return [
    ['Skill', config.skillRef],
    ['Repository', config.repoUrl],
    ['Branch', config.baseBranch],
    ...knownFact('Commit or tag', config.snapshot),
    ...knownFact('Checked out', commit),
    ...knownFact('Folder', config.workdir),
    ['Model', config.model ?? "the agent's default"],
    ...knownFact('Environment', config.environmentId),
    ...knownFact('Inputs', config.inputNames.join(', ')),
    ...knownFact('Began', at(startedAt)),
    ...knownFact('Ended', at(finishedAt)),
    ['Id', launchRunId],
  ];
}
