import { knownFact, shownTime, type Fact } from '../../../web/contract/index.js';
import type { LaunchRunView, LaunchTrigger } from '../../contract/launch-run-view.js';

const starters: Readonly<Record<LaunchTrigger, string>> = {
  manual: 'a person',
  api: 'a program with an API key',
  scheduled: 'a schedule',
};

const at = (instant: string | null): string | null =>
  instant === null ? null : shownTime(instant);

/** What was launched, how and when: names and texts. */
export function factsOf(launch: LaunchRunView): readonly Fact[] {
  const { config, commit, createdAt, startedAt, finishedAt, launchRunId } = launch;
  return [
    ['Skill', config.skillRef],
    ['Repository', config.repoUrl],
    ['Branch', config.baseBranch],
    ...knownFact('Commit or tag', config.snapshot),
    ...knownFact('Checked out', commit),
    ...knownFact('Folder', config.workdir),
    ['Agent', config.agent],
    ['Model', config.model ?? "the agent's default"],
    ...knownFact('Environment', config.environmentId),
    ...knownFact('Inputs', config.inputNames.join(', ')),
    ['Started by', starters[config.triggerSource]],
    ['Requested', shownTime(createdAt)],
    ...knownFact('Began', at(startedAt)),
    ...knownFact('Ended', at(finishedAt)),
    ['Id', launchRunId],
  ];
}
