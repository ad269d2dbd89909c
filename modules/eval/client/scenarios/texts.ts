/** Generations of scenarios as text for people. */
import type { Page, Renderer, TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../../toolbox/plural.js';
import type { DownloadedScenarios, GenerationsStarted } from '../../contract/command-results.js';
import type {
  GenerationListed,
  GenerationSource,
  GenerationView,
} from '../../contract/generation-view.js';
import { oneLine } from '../one-line.js';

function sourceOf({ name, commit, pullRequest }: GenerationSource): string {
  const of = [
    name,
    ...(commit === null ? [] : [`commit ${commit.slice(0, 7)}`]),
    ...(pullRequest === null ? [] : [`pull request ${pullRequest}`]),
  ];
  return oneLine(of.join(', '));
}

const stateOf = ({ status }: GenerationListed, style: TextStyle): string =>
  status === 'failed' ? style.red('failed') : status.replace('_', ' ');

export const generationText: Renderer<GenerationView> = (view, style) => {
  const { generationId: id, status, source, scenarios, rejected, failureReason } = view;
  const rows = scenarios.map(({ name, shortDescription, checklistSize }) => [
    name,
    String(checklistSize),
    oneLine(shortDescription),
  ]);
  return [
    `${stateOf(view, style)}  ${style.bold(sourceOf(source))}`,
    ...(failureReason === null ? [] : [oneLine(failureReason.message)]),
    style.dim(`Generation ${id}`),
    ...(rows.length === 0 ? [] : ['', style.table(['scenario', 'criteria', 'description'], rows)]),
    ...(rejected.length === 0 ? [] : ['', ...rejected.map((why) => `rejected: ${oneLine(why)}`)]),
    ...next(status, id, style),
  ].join('\n');
};

function next(status: GenerationView['status'], id: string, style: TextStyle): string[] {
  if (status === 'failed') return [];
  const command = status === 'completed' ? 'download' : 'view --wait';
  return ['', `${style.bold('Next:')} svc scenario ${command} ${id}`];
}

export const generationsStartedText: Renderer<GenerationsStarted> = ({ generations }, style) =>
  generations.map((view) => generationText(view, style)).join('\n\n');

export const generationsText: Renderer<Page<GenerationListed>> = ({ data, next: more }, style) => {
  if (data.length === 0)
    return 'No generations of scenarios were found. `svc scenario generate` starts one.';
  const rows = data.map((view) => [
    stateOf(view, style),
    String(view.scenariosCount),
    sourceOf(view.source),
    style.reader === 'agent' ? view.createdAt : style.time(view.createdAt),
    view.generationId,
  ]);
  const table = style.table(['state', 'scenarios', 'source', 'started', 'id'], rows);
  return more === null ? table : `${table}\n\n${style.dim('There are more: raise --limit.')}`;
};

export const downloadedText: Renderer<DownloadedScenarios> = (
  { folder, scenarios, replaced, removed },
  style,
) =>
  [
    `${style.green('written')} ${counted(scenarios.length, 'scenario')} to ${oneLine(folder)}`,
    ...scenarios.map((name) => `  ${name}${replaced.includes(name) ? ' (replaced)' : ''}`),
    ...removed.map((name) => `${style.yellow('removed')} ${oneLine(name)}`),
    '',
    `${style.bold('Next:')} svc eval lint`,
  ].join('\n');
