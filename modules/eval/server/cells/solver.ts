import { posix } from 'node:path';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workerAgentsKey,
  type HeadlessEnd,
  type SecretMask,
  type WorkerAgent,
  type WorkerAgents,
} from '../../../launch/contract/worker-agents.js';
import { counted } from '../../../../toolbox/plural.js';
import { storable } from '../../../../toolbox/storable.js';
import { pluginFormatKey, type PluginFormat } from '../../../registry/contract/plugin-format.js';
import { sandboxEnded, type Sandbox } from '../../../sandbox/contract/index.js';
import {
  activation,
  outputOf,
  searchOutput,
  type Output,
  type SkillFiles,
} from '../../isolation/seen-in-transcript.js';
import { Fixtures } from '../fixtures/fixtures.js';
import { agentFailureOf } from './agent-end.js';
import { referenceVariables } from './reference-solution.js';
import type { CellInputs } from './cell-inputs.js';
import { ChangesOfFolder } from './inside/folder-changes.js';
import { Contexts, type PlacedContext } from './inside/put-context.js';
import { requireSuccess } from './inside/put-files.js';
import { putScenario, runSetup } from './inside/working-folder.js';
import { runInside } from '../../../sandbox/contract/run-inside.js';
import { IsolationCheck } from './isolation-check.js';
import { promptOf } from './prompt.js';
import { CellFailed, type Solution } from './solution.js';
import { ends, Transcript } from './transcript.js';

/** A cell that is being solved. */
export interface Solving extends CellInputs {
  readonly sandbox: Sandbox;
  readonly agent: WorkerAgent;
  readonly mask: SecretMask;
  /** Absolute path inside of the folder in which the agent works. */
  readonly folder: string;
}

/** What an agent made of a cell. */
export interface SolvedCell {
  readonly solution: Solution;
  /** Set if the time limit ended the agent: the solution is what there was until then, and does not count. */
  readonly timeout?: CellFailed;
}

/** Prepares a cell, lets an agent solve it, and looks at what it has seen. */
@injectable()
export class Solver {
  constructor(
    @inject(workerAgentsKey) private readonly agents: WorkerAgents,
    @inject(pluginFormatKey) private readonly format: PluginFormat,
    @inject(Contexts) private readonly contexts: Contexts,
    @inject(Fixtures) private readonly fixtures: Fixtures,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Throws `CellFailed`, and errors that `failedAs` understands. */
  async solve(solving: Solving): Promise<SolvedCell> {
    const { sandbox, folder, cell, run } = solving;
    const isolation = new IsolationCheck(sandbox, folder, solving);
    const context = await this.#prepare(solving, isolation);
    this.host.fault?.('eval.prepared');
    if (cell.variant === 'baseline') {
      const seen = await isolation.beforeAgent();
      if (seen.length > 0) return { solution: contaminated(seen, solving.mask) };
    }
    const changes = new ChangesOfFolder(sandbox, folder);
    await changes.begin();
    const isForced = !run.settings.skipForcedContextActivation;
    const prompt = promptOf(solving.bundled.scenario.task, isForced ? context : undefined);
    const ran = await this.#runAgent(solving, prompt);
    this.host.fault?.('eval.agent-ended');
    const isLate = ran.end.exit.limit === 'time';
    const agentFailure = isLate ? null : agentFailureOf(ran.end);
    const seen = await seenIn(solving, { ...ran, prompt, context, isolation });
    const made = await madeUntil(changes, isLate);
    const solution = solutionOf(solving, { ...ran, agentFailure, seen, made });
    return isLate ? { solution, timeout: timeoutOf(solving, solution) } : { solution };
  }

  async #prepare(solving: Solving, isolation: IsolationCheck): Promise<PlacedContext | undefined> {
    const { sandbox, folder, bundled, run, cell, context: files } = solving;
    const context = { run, files, folder };
    const isTreatment = cell.variant === 'with-context';
    const args = ['-p', '--', folder];
    requireSuccess(
      await runInside(sandbox, { program: 'mkdir', args, seconds: 10 }),
      'The working folder',
    );
    const installed = isTreatment ? await this.contexts.prepare(sandbox, context) : undefined;
    const { format, fixtures } = this;
    await putScenario(sandbox, {
      folder,
      bundled,
      format,
      commitFiles: (fixture) => fixtures.files(run.workspaceId, fixture, sandbox),
    });
    await isolation.afterFixtures();
    await runSetup(sandbox, bundled.scenario, { folder, bundled });
    return isTreatment ? this.contexts.put(sandbox, context, installed) : undefined;
  }

  async #runAgent(solving: Solving, prompt: string): Promise<Ran> {
    const { sandbox, agent, run, folder, seconds } = solving;
    const transcript = new Transcript();
    const own = await referenceVariables(solving, this.format);
    const started = performance.now();
    const end = await this.agents.run(sandbox, {
      agent,
      prompt,
      model: run.settings.model ?? undefined,
      cwd: folder,
      variables: { ...solving.variables, ...own },
      seconds,
      onOutput: (_stream, chunk) => {
        transcript.add(chunk);
      },
    });
    const agentMs = Math.round(performance.now() - started);
    const { mask } = solving;
    const isCut = end.exit.limit !== undefined;
    const safe = (text: string): string => (isCut ? mask.cutText(text) : mask.text(text));
    const said = { stdout: safe(end.stdout), stderr: safe(end.stderr) };
    const answer = end.answer === undefined ? undefined : safe(end.answer);
    return { end: { ...end, ...said, answer }, agentMs, transcript: transcript.text(safe) };
  }
}

/** How the agent ended, and its whole output; what it wrote is masked. */
interface Ran {
  readonly end: HeadlessEnd;
  readonly agentMs: number;
  readonly transcript: string;
}

type SeenPart = Pick<Solution, 'contamination' | 'evidence' | 'activatedSkills'>;

type Made = Awaited<ReturnType<ChangesOfFolder['end']>>;

/** An agent that cannot be stopped at the time limit takes its sandbox with it. */
async function madeUntil(changes: ChangesOfFolder, isLate: boolean): Promise<Made> {
  try {
    return await changes.end();
  } catch (error) {
    if (isLate && sandboxEnded.is(error)) return { problem: 'the sandbox ended with the agent' };
    throw error;
  }
}

/** A baseline that has seen the context is not tried again, as after any other end. */
function timeoutOf({ seconds }: Solving, { contamination }: Solution): CellFailed {
  const message = `The agent was ended after ${counted(seconds / 60, 'minute')}.`;
  return new CellFailed('timeout', message, contamination === null);
}

interface Shown extends Ran {
  readonly prompt: string;
  readonly context: PlacedContext | undefined;
  readonly isolation: IsolationCheck;
}

/** A baseline must not show the context; with one that it was told to use, it must. */
async function seenIn(solving: Solving, shown: Shown): Promise<SeenPart> {
  const output = outputOf(shown.transcript, shown.prompt);
  if (shown.context !== undefined) return seenContext(solving, output, shown);
  const evidence = await searchOutput(output, shown.isolation.traces);
  const contamination = evidence.length > 0 ? 'baseline-saw-context' : null;
  return { contamination, evidence, activatedSkills: [] };
}

async function seenContext(
  { run, context: files }: Solving,
  output: Output,
  { context, isolation, end }: Shown,
): Promise<SeenPart> {
  const { skills = new Map() as SkillFiles, toRead: paths = [] } = context ?? {};
  const toRead: SkillFiles = new Map(paths.map((path) => [path, { path, source: path }]));
  const known = skills.size > 0 ? skills : toRead;
  const { evidence, skills: loaded } = await activation(output, known, isolation.traces);
  const activatedSkills = skills.size > 0 ? loaded : null;
  const isNeeded = !run.settings.skipForcedContextActivation && files.length > 0;
  if (evidence.length > 0 || !isNeeded) return { contamination: null, evidence, activatedSkills };
  const missing = "the agent's output does not show that it has seen the context";
  // with more time it might have read it
  const contamination = end.exit.limit === 'time' ? null : 'context-not-seen';
  return { contamination, evidence: [missing], activatedSkills };
}

function solutionOf(
  { mask }: Solving,
  given: Ran & {
    readonly agentFailure: string | null;
    readonly seen: SeenPart;
    readonly made: Made;
  },
): Solution {
  const { end, made, seen } = given;
  const safe = (text: string): string => storable(mask.text(text));
  const problem = 'problem' in made ? [`the changes are not known: ${made.problem}`] : [];
  return {
    exit: end.exit,
    answer: end.answer === undefined ? null : ends(storable(end.answer)),
    transcript: ends(storable(given.transcript)),
    diff: 'diff' in made ? safe(made.diff) : '',
    changed: 'changed' in made ? made.changed.map(safe) : [],
    activatedSkills: seen.activatedSkills,
    evidence: [...seen.evidence, ...problem].map(safe),
    contamination: seen.contamination,
    agentFailure: given.agentFailure === null ? null : safe(given.agentFailure),
    agentMs: given.agentMs,
  };
}

/** A cell whose agent was not started, because the context was where it must not be. */
const contaminated = (evidence: readonly string[], mask: SecretMask): Solution => ({
  exit: { code: null, signal: null },
  answer: null,
  transcript: '',
  diff: '',
  changed: [],
  activatedSkills: [],
  evidence: evidence.map((line) => storable(mask.text(line))),
  contamination: 'baseline-saw-context',
  agentFailure: null,
  agentMs: 0,
});

/** Where an agent works in a sandbox. */
export const workingFolder = (sandbox: Sandbox): string => posix.join(sandbox.folder, 'project');
