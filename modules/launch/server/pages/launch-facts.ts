import { shownTime } from '../../../web/contract/index.js';
import type { LaunchRunView, LaunchTrigger } from '../../contract/launch-run-view.js';

const starters: Readonly<Record<LaunchTrigger, string>> = {
  manual: 'a person',
  api: 'a program with an API key',
  scheduled: 'a schedule',
};

type Fact = readonly [name: string, text: string];

const known = (name: string, text: string | null): readonly Fact[] =>
  text === null || text === '' ? [] : [[name, text]];

const at = (instant: string | null): string | null =>
  instant === null ? null : shownTime(instant);

/** What was launched, how and when: names and texts. */
export function factsOf(launch: LaunchRunView): readonly Fact[] {
  const { config, commit, createdAt, startedAt, finishedAt, launchRunId } = launch;
  return [
    ['Skill', config.skillRef],
    ['Repository', config.repoUrl],
    ['Branch', config.baseBranch],
    ...known('Commit or tag', config.snapshot),
    ...known('Checked out', commit),
    ...known('Folder', config.workdir),
    ['Agent', config.agent],
    ['Model', config.model ?? "the agent's default"],
    ...known('Environment', config.environmentId),
    ...known('Inputs', config.inputNames.join(', ')),
    ['Started by', starters[config.triggerSource]],
    ['Requested', shownTime(createdAt)],
    ...known('Began', at(startedAt)),
    ...known('Ended', at(finishedAt)),
    ['Id', launchRunId],
  ];
}
