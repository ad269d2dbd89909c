import { inject, injectable } from 'tsyringe';
import { progressText } from '../../../jobs/contract/progress-text.js';
import { isOver } from '../../../jobs/contract/run.machine.js';
import { view, type Page, type PageRequest, type RunHead } from '../../../web/contract/index.js';
import { showLaunch } from '../../contract/launch-operations.js';
import type { LaunchRunView } from '../../contract/launch-run-view.js';
import { outcomeBadge, resultWords } from '../../contract/state-words.js';
import { printable } from '../../../../toolbox/printable.js';
import { LogEnds } from '../logs/log-ends.js';
import { factsOf, timesOf } from './launch-facts.js';

const template = new URL('launch.njk', import.meta.url);
const KIB = 1024;

/** Shows how a launch stands, what came of it and the end of its log. */
@injectable()
export class LaunchPage implements Page<'id'> {
  constructor(@inject(LogEnds) private readonly logs: LogEnds) {}

  async get({ params, invoke }: PageRequest<'id'>) {
    const launch = await invoke(showLaunch, { id: params.id });
    const { launchRunId: id, failureReason, sandboxed } = launch;
    return view(template, {
      id,
      run: headOf(launch),
      result: resultOf(launch),
      failure: failureReason,
      unconfined: sandboxed === false,
      changes: changesOf(launch),
      details: factsOf(launch),
      log: await this.logs.of(id),
    });
  }
}

function headOf(launch: LaunchRunView): RunHead {
  const { launchRunId: id, status, label, config, progress } = launch;
  const over = isOver(status);
  return {
    kind: 'Launch',
    name: label ?? config.skillRef,
    workspace: launch.workspace,
    above: [],
    state: outcomeBadge(launch),
    lead: progressText(progress),
    goesOn: !over,
    over,
    facts: timesOf(launch),
    cancel: over ? null : ['Cancel the launch', `/launches/${id}/cancel`],
  };
}

/** A result with its output as text. */
function resultOf({ result }: LaunchRunView) {
  if (result === null) return null;
  const { status, summary, output, questions = [], reason = '' } = result;
  return {
    status: resultWords[status],
    summary,
    questions,
    reason,
    output: output === undefined ? '' : printable(JSON.stringify(output, null, 2)),
  };
}

/** `null` as long as it is not known what was changed. */
function changesOf({ patch, status }: LaunchRunView) {
  if (patch === null) return isOver(status) ? 'unknown' : null;
  if (patch.bytes === 0) return 'none';
  return patch.bytes < KIB ? `${patch.bytes} bytes` : `${Math.ceil(patch.bytes / KIB)} KiB`;
}
