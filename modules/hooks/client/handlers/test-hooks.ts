import { inject, injectable } from 'tsyringe';
import { extensionsKey, type Context, type Extensions, type Handler } from 'svc-registry/kernel';
import { agentsPoint } from '../../../install/contract/agents.js';
import { agentUnknown } from '../../../install/contract/errors.js';
import { hookFailed } from '../../contract/errors.js';
import type { HookTestInput } from '../../contract/inputs.js';
import type { HookTest, TestedAnswer, TestedHook } from '../../contract/results.js';
import { agentAnswer } from '../runner/answer/agent-answer.js';
import { mergeVerdicts } from '../runner/answer/verdict.js';
import { commandLineOf } from '../runner/command/hook-process.js';
import { prepareEvent, type PreparedEvent, type RunnerHost } from '../runner/event.js';
import type { PlannedHook } from '../runner/plan/plan-hooks.js';
import { runPlan, type HookRun } from '../runner/run-plan.js';
import { testedEvent } from './tested-event.js';

@injectable()
export class TestHooksHandler implements Handler<HookTestInput, HookTest> {
  constructor(@inject(extensionsKey) private readonly extensions: Extensions) {}

  async run(input: HookTestInput, { env, cwd, signal }: Context): Promise<HookTest> {
    this.refuseUnknown(input.agent);
    const host: RunnerHost = { env, cwd, clock: () => performance.now(), signal };
    const prepared = prepare(await testedEvent(input, host), host);
    const runs = input.run === true ? await runPlan(prepared, host) : [];
    const { folder, agent, event, input: sent } = prepared;
    return {
      folder,
      agent,
      event,
      tool: sent.tool_name ?? null,
      notes: notesOf(prepared),
      hooks: prepared.hooks.map((planned) => testedHook(planned, runs)),
      answer: input.run === true ? answerOf(prepared, runs) : null,
    };
  }

  /** `svc hook run` accepts any agent's name, but in a test an unknown name is a typing error. */
  private refuseUnknown(agent: string | undefined): void {
    const known = this.extensions.of(agentsPoint).map(({ id }) => id);
    if (agent === undefined || known.includes(agent)) return;
    throw agentUnknown({ agent, known });
  }
}

function prepare(source: Parameters<typeof prepareEvent>[0], host: RunnerHost): PreparedEvent {
  try {
    return prepareEvent(source, host);
  } catch (error) {
    throw hookFailed({ what: (error as Error).message }, { cause: error });
  }
}

function notesOf({ notes, leftTo }: PreparedEvent): string[] {
  const left =
    leftTo === undefined
      ? []
      : [`The entry of ${leftTo}, which reads the files of this agent too, does the work.`];
  return [...notes, ...left];
}

function testedHook(planned: PlannedHook, runs: readonly HookRun[]): TestedHook {
  const { plugin, folder, matcher = null, hook, skipped = null } = planned;
  const run = runs.find((candidate) => candidate.planned === planned);
  const said =
    run === undefined
      ? []
      : [
          ...run.verdict.reasons,
          ...run.verdict.contexts,
          ...(run.note === undefined ? [] : [run.note]),
        ];
  const commandLine = [...commandLineOf(hook, folder)];
  return {
    plugin,
    matcher,
    commandLine,
    timeout: hook.timeout,
    skipped,
    decision: run?.verdict.decision ?? null,
    said,
  };
}

function answerOf(
  { notes, dialect, event }: PreparedEvent,
  runs: readonly HookRun[],
): TestedAnswer {
  const notesOfRuns = runs.map(({ note }) => note).filter((note) => note !== undefined);
  const verdict = mergeVerdicts(runs.map((run) => run.verdict));
  return agentAnswer(
    { verdict, notes: [...notes, ...notesOfRuns], failed: notesOfRuns.length > 0 },
    dialect,
    event,
  );
}
