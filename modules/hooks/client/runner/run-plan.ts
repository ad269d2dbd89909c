import { hookVerdict, isBrokenAnswer } from './answer/hook-verdict.js';
import { noVerdict, type Verdict } from './answer/verdict.js';
import { Deadline, EVENT_SECONDS } from './command/deadline.js';
import { hookEnvironment } from './command/environment.js';
import { runHook, type HookResult } from './command/hook-process.js';
import { KEPT_BYTES } from './command/kept-output.js';
import type { PreparedEvent, RunnerHost } from './event.js';
import { eventText } from './event-text.js';
import type { PlannedHook } from './plan/plan-hooks.js';

export interface HookRun {
  readonly planned: PlannedHook;
  readonly verdict: Verdict;
  /** A remark for people. */
  readonly note: string | undefined;
}

/** Characters of a failed hook's output that are reported. */
const TOLD = 2_000;

const LATE = `those before it took the ${EVENT_SECONDS} s that all hooks of an event have together`;

/**
 * Runs all hooks one after the other, even after one has blocked: a hook that keeps records must see every event, whatever the hooks of other
 * plugins decide.
 */
export async function runPlan(
  prepared: PreparedEvent,
  host: RunnerHost,
): Promise<readonly HookRun[]> {
  const runs: HookRun[] = [];
  const input = eventText(prepared.input);
  const deadline = new Deadline(host.clock);
  for (const planned of prepared.hooks) {
    if (planned.skipped !== undefined || host.signal.aborted) continue;
    const limit = deadline.limitFor(planned.hook);
    if (limit === undefined) {
      runs.push({ planned, verdict: noVerdict, note: `${nameOf(planned)} was not run: ${LATE}` });
      continue;
    }
    const result = await runHook({
      hook: planned.hook,
      limit,
      pluginFolder: planned.folder,
      cwd: prepared.folder,
      env: environmentOf(planned, prepared, host),
      input: planned.input === undefined ? input : eventText(planned.input),
      signal: host.signal,
    });
    runs.push(runOf(planned, result, prepared));
  }
  return runs;
}

function environmentOf(
  { hook, folder }: PlannedHook,
  prepared: PreparedEvent,
  { env }: RunnerHost,
): ReturnType<typeof hookEnvironment> {
  const { agent, event, dialect, folder: projectFolder } = prepared;
  return hookEnvironment(
    hook,
    {
      pluginFolder: folder,
      projectFolder,
      agent,
      event,
      projectVariables: dialect.projectVariables,
    },
    env,
  );
}

function nameOf({ plugin, hook: { command, args = [] } }: PlannedHook): string {
  return `${plugin}: \`${[command, ...args].join(' ')}\``;
}

/** A hook that failed has no influence on the verdict, as with the agents' own hooks. */
function runOf(planned: PlannedHook, result: HookResult, { event }: PreparedEvent): HookRun {
  const { exitCode, stdout, stderr, failure, cut } = result;
  const who = nameOf(planned);
  if (failure !== undefined || exitCode === null) {
    const said = stderr.trim().slice(0, TOLD);
    return {
      planned,
      verdict: noVerdict,
      note: `${who} ${failure ?? 'failed'}${said === '' ? '' : `: ${said}`}`,
    };
  }
  const problems = [
    ...(cut ? [`wrote more than ${KEPT_BYTES / 1024} KiB; the rest was not kept`] : []),
    ...(isBrokenAnswer(event, { exitCode, stdout })
      ? ['answered with invalid JSON; it decides nothing']
      : []),
  ];
  const note = problems.length === 0 ? undefined : `${who} ${problems.join(', and ')}`;
  return { planned, verdict: hookVerdict(event, { exitCode, stdout, stderr }), note };
}
