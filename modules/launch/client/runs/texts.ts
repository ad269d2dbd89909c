import type { Page, Renderer } from 'svc-registry/kernel';
import type { LaunchRunListed, LaunchRunView } from '../../contract/launch-run-view.js';
import { resultText } from '../launch-text.js';

export const runsText: Renderer<Page<LaunchRunListed>> = ({ data, next }, style) => {
  if (data.length === 0)
    return 'The workspace has no launches. `svc launch skill <skill> --cloud --repo <owner>/<name>` starts one.';
  const rows = data.map(({ status, config, label, createdAt, launchRunId }) => [
    status,
    config.skillRef,
    config.repoUrl,
    label ?? '',
    style.reader === 'agent' ? createdAt : style.time(createdAt),
    launchRunId,
  ]);
  const table = style.table(['status', 'skill', 'repository', 'label', 'started', 'id'], rows);
  return next === null ? table : `${table}\n\n${style.dim('There are more: raise --limit.')}`;
};

/** One launch. */
export const runText: Renderer<LaunchRunView> = (run, style) => {
  const { status, launchRunId, config, label, result, failureReason, progress } = run;
  const revision = config.snapshot ?? config.baseBranch;
  const commit = run.commit === null ? '' : ` (${run.commit.slice(0, 12)})`;
  return [
    `${style.bold(status)}  ${config.skillRef}  ${style.dim(launchRunId)}`,
    ...(label === null ? [] : [label]),
    `${config.agent} on ${config.repoUrl} at ${revision}${commit}`,
    ...(run.sandboxed === false ? [style.yellow('The agent ran without a sandbox.')] : []),
    ...(progress === null ? [] : [progress.text]),
    ...(failureReason === null ? [] : [`${failureReason.code}: ${failureReason.message}`]),
    ...(result === null ? [] : ['', resultText(result, style)]),
    ...patchLines(run),
  ].join('\n');
};

function patchLines({ patch, launchRunId }: LaunchRunView): readonly string[] {
  if (patch === null) return [];
  return patch.bytes === 0
    ? ['', 'Nothing was changed.']
    : ['', `Changes: \`svc launch patch ${launchRunId} | git apply\``];
}
