import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { Attempt } from '../../../jobs/contract/db.js';
import {
  workerAgentsKey,
  type SecretMask,
  type WorkerAgents,
} from '../../../launch/contract/worker-agents.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { CriterionScore } from '../../contract/run-view.js';
import type { Sandbox } from '../../../sandbox/contract/index.js';
import type { EvalRun } from '../runs/eval-run.entity.js';
import type { CellEnd } from './cell-ends.js';
import { CellReader, type CellInputs } from './cell-inputs.js';
import { Cell, type CellScore } from './cell.entity.js';
import { failedAs } from './failed-as.js';
import { putFiles } from './inside/put-files.js';
import { keptFolder, type KeptFolder } from './kept-folder.js';
import { scorerKey, type Scorer } from './scorer.js';
import { CellFailed, type Solution } from './solution.js';
import { Solver, workingFolder } from './solver.js';

/** A cell while it is worked on. */
export interface Going {
  readonly run: EvalRun;
  readonly cell: Cell;
  readonly attempt: Attempt;
  /** Attempts that have failed. */
  retries: number;
  /** Once it is solved: it is not solved again. */
  solved?: Solved;
  /** What an attempt that the time limit ended has left. */
  unfinished?: Solved;
}

interface Solved {
  readonly solution: Solution;
  readonly solutionSha256: string;
  readonly filesSha256: string | null;
}

/** What a cell is worked on with, and in. */
interface Inside extends CellInputs {
  readonly sandbox: Sandbox;
  readonly mask: SecretMask;
}

/** How often a scorer that has failed is asked again. */
const MOST_SCORINGS = 3;

/** Has cells solved and scored. */
@injectable()
export class SolvedCells {
  constructor(
    @inject(CellReader) private readonly reader: CellReader,
    @inject(Solver) private readonly solver: Solver,
    @inject(workerAgentsKey) private readonly agents: WorkerAgents,
    @inject(scorerKey) private readonly scorer: Scorer,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** What becomes of a cell. Throws `CellFailed`, and errors that `failedAs` understands. */
  async end(going: Going): Promise<CellEnd> {
    const inputs = await this.reader.read(going);
    // what was not kept is gone with the sandbox in which it was
    if (going.solved?.filesSha256 === null) delete going.solved;
    const solvedBefore = going.solved ?? (await this.#takenOver(going));
    if (solvedBefore !== undefined) going.solved = solvedBefore;
    const { solved, run } = going;
    const isScored = solved === undefined || mayScore(solved, run);
    if (!isScored) return { ...this.known(going), status: statusOf(solved) };
    const mask = this.agents.mask(Object.values(inputs.variables));
    const sandbox = await this.#open(going, inputs);
    this.host.fault?.('eval.sandbox-opened');
    try {
      const given = { ...inputs, sandbox, mask };
      await this.#solveOrPut(going, given);
      return await this.#scored(going, given);
    } finally {
      await sandbox.close();
    }
  }

  /** The columns of what is known of a cell's solution. */
  known({ solved, unfinished = solved }: Going): Partial<CellEnd> {
    if (unfinished === undefined) return {};
    const { solution, solutionSha256, filesSha256 } = unfinished;
    const { activatedSkills, agentMs, contamination } = solution;
    return { solutionSha256, filesSha256, activatedSkills, agentMs, contamination };
  }

  /** The solution of another cell, whose score alone is missing; not one whose folder was not kept. */
  async #takenOver({ cell }: Going): Promise<Solved | undefined> {
    if (cell.takenFrom === null) return undefined;
    const from = await this.reads.manager.findOneBy(Cell, { id: cell.takenFrom });
    if (from?.solutionSha256 == null || from.filesSha256 === null) return undefined;
    const bytes = await this.blobs.read(from.solutionSha256);
    const solution = JSON.parse(Buffer.from(bytes).toString()) as Solution;
    const { solutionSha256, filesSha256 } = from;
    return { solution, solutionSha256, filesSha256 };
  }

  async #open({ solved, attempt, run }: Going, inputs: CellInputs): Promise<Sandbox> {
    const { signal } = attempt;
    const agent = solved === undefined ? await this.agents.find(run.settings.agent) : undefined;
    return this.agents.open({
      ...(agent !== undefined && { agent }),
      variables: inputs.variables,
      repositories: [],
      signal,
    });
  }

  async #solveOrPut(going: Going, given: Inside): Promise<void> {
    const { sandbox, mask } = given;
    const folder = workingFolder(sandbox);
    const files = going.solved?.filesSha256;
    if (typeof files === 'string') return putFiles(sandbox, await this.blobs.read(files), folder);
    const agent = await this.agents.find(going.run.settings.agent);
    const { solution, timeout } = await this.solver.solve({ ...given, agent, folder });
    if (timeout !== undefined) {
      going.unfinished = await this.#stored(solution, undefined);
      throw timeout;
    }
    const kept =
      solution.contamination === 'baseline-saw-context'
        ? undefined
        : await keptFolder(sandbox, folder, mask);
    going.solved = await this.#stored(solution, kept);
  }

  async #stored(solution: Solution, kept: KeptFolder | undefined): Promise<Solved> {
    const why = kept !== undefined && 'problem' in kept ? [kept.problem] : [];
    const whole = { ...solution, evidence: [...solution.evidence, ...why] };
    const files =
      kept !== undefined && 'bytes' in kept ? await this.blobs.put(kept.bytes) : undefined;
    const { sha256: solutionSha256 } = await this.blobs.put(Buffer.from(JSON.stringify(whole)));
    this.host.fault?.('eval.solution-stored');
    return { solution: whole, solutionSha256, filesSha256: files?.sha256 ?? null };
  }

  async #scored(going: Going, given: Inside): Promise<CellEnd> {
    const { run, solved } = going;
    if (solved === undefined || !mayScore(solved, run))
      return { ...this.known(going), status: statusOf(solved) };
    const { score, results } = await this.#score(going, given, solved.solution);
    this.host.fault?.('eval.scored');
    const scored = { score, results: results.map((result) => masked(result, given.mask)) };
    return { ...this.known(going), status: 'scored', scored };
  }

  async #score(
    going: Going,
    { bundled, variables, context: files, sandbox }: Inside,
    solution: Solution,
  ): Promise<CellScore> {
    const { run, cell, attempt } = going;
    const { task, context, criteria } = bundled.scenario;
    for (let asked = 1; ; asked += 1) {
      try {
        return await this.scorer.score({
          workspaceId: run.workspaceId,
          cellId: cell.id,
          settings: run.settings,
          scenario: { task, context, criteria },
          solution,
          contextTexts: files.map(({ content }) => Buffer.from(content).toString()),
          sandbox,
          folder: workingFolder(sandbox),
          variables,
          signal: attempt.signal,
        });
      } catch (error) {
        attempt.signal.throwIfAborted();
        const failure = failedAs(error);
        if (failure?.failureClass !== 'scorer' || !failure.repeatable) throw error;
        if (asked === MOST_SCORINGS) throw new CellFailed('scorer', failure.message, false);
        going.retries += 1;
      }
    }
  }
}

/** A check may name what stands in a file, such as the keys of its JSON. */
const masked = (result: CriterionScore, mask: SecretMask): CriterionScore =>
  Object.assign({}, result, { reasoning: mask.text(result.reasoning) });

const mayScore = ({ solution }: Solved, run: EvalRun): boolean =>
  solution.contamination === null && !run.settings.skipScoring;

const statusOf = (solved: Solved | undefined): 'void' | 'unscored' =>
  solved?.solution.contamination == null ? 'unscored' : 'void';
