import { randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { startTestHost, type TestHost } from '../../../hosts/testing/index.js';
import type { TestWorld } from '../../../hosts/testing/test-world.js';
import type { FileDraft } from './drafts.js';
import { createEnvironment } from '../../../modules/launch/contract/environment-operations.js';
import evalModule from '../../../modules/eval/module.js';
import { Bundles } from '../../../modules/eval/server/bundle/bundles.js';
import { Cell, CellJob } from '../../../modules/eval/server/cells/cell.entity.js';
import type { Solution } from '../../../modules/eval/server/cells/solution.js';
import { CellQueue } from '../../../modules/eval/server/runs/cell-queue.js';
import { EvalRun, type EvalSettings } from '../../../modules/eval/server/runs/eval-run.entity.js';
import { EvalScenario } from '../../../modules/eval/server/runs/eval-scenario.entity.js';
import { PrepareJob } from '../../../modules/eval/server/runs/jobs.entity.js';
import type { ContextType, Variant } from '../../../modules/eval/contract/words.js';
import { EvalSwitch } from '../../../modules/eval/server/runs/switch.entity.js';
import { jobsKey } from '../../../modules/jobs/contract/db.js';
import { blobStoreKey } from '../../../modules/persistence/contract/blob-store.js';
import { readDatabaseKey, unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import { pluginFormatKey } from '../../../modules/registry/contract/plugin-format.js';
import { archiveOf } from './drafts.js';

/** What is evaluated, and how. */
export interface Draft {
  /** Files of each scenario, by its name and their paths. */
  readonly scenarios: Readonly<Record<string, FileDraft>>;
  /** Files of directory fixtures: `<scenario>/<fixture>/<path>`. */
  readonly fixtures?: FileDraft;
  readonly context?: FileDraft;
  readonly contextType?: ContextType;
  readonly variants?: readonly Variant[];
  readonly settings?: Partial<EvalSettings>;
  /** Variables of the run's environment. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly repeats?: number;
}

/** A cell that has ended. */
export interface EndedCell extends Pick<Cell, keyof Cell> {
  readonly scenario: string;
  readonly solution: Solution | null;
}

/** A server with one workspace, whose cells are worked on in sandboxes. Rows of runs are written directly. */
export class CellsHost {
  private constructor(readonly host: TestHost & TestWorld) {}

  static async open(
    env: Readonly<Record<string, string>> = {},
    program = process.execPath,
  ): Promise<CellsHost> {
    const host = await startTestHost({
      modules: [evalModule],
      organization: 'acme',
      program,
      env: {
        PATH: process.env['PATH'],
        SVC_SECRET_KEY: randomBytes(32).toString('base64'),
        ...env,
      },
    });
    return new CellsHost(host);
  }

  stop(): Promise<void> {
    return this.host.stop();
  }

  services() {
    return this.host.server!.services('eval');
  }

  /** Stores a run with its cells; answers its id. */
  async draft(draft: Draft): Promise<string> {
    const services = await this.services();
    const format = services.get(pluginFormatKey);
    const blobs = services.get(blobStoreKey);
    const bundle = await blobs.put(
      await archiveOf(format, {
        ...prefixed(
          'scenarios/',
          Object.entries(draft.scenarios).map(([name, files]) => prefixed(`${name}/`, [files])),
        ),
        ...prefixed('fixtures/', [draft.fixtures ?? {}]),
      }),
    );
    const context =
      draft.context === undefined ? null : await blobs.put(await archiveOf(format, draft.context));
    const { scenarios } = await services.get(Bundles).open(bundle.sha256);
    const broken = [...scenarios.values()].flatMap(({ findings }) => findings);
    if (broken.length > 0) throw new Error(JSON.stringify(broken));
    const runId = randomUUID();
    const variants = draft.variants ?? ['baseline'];
    const settings: EvalSettings = {
      agent: 'scripted',
      model: null,
      scorerAgent: 'model',
      scorerModel: null,
      runs: draft.repeats ?? 1,
      variants,
      skills: [],
      skipForcedContextActivation: false,
      skipScoring: false,
      qualityCheck: false,
      force: false,
      ...draft.settings,
    };
    const rows = [...scenarios].map(([name, { scenario }], position) => ({
      id: randomUUID(),
      runId,
      position,
      name,
      fingerprint: name,
      task: scenario.task,
      criteria: {},
      quality: 'included' as const,
      assessment: null,
    }));
    const repeats = Array.from({ length: draft.repeats ?? 1 }, (_, at) => at + 1);
    const cells = rows.flatMap(({ id: scenarioId }) =>
      variants.flatMap((variant) =>
        repeats.map((repeat) => this.#cell({ runId, scenarioId, variant, repeat })),
      ),
    );
    const run = {
      ...nothing,
      id: runId,
      workspaceId: this.host.workspace.id,
      organizationId: this.host.workspace.organizationId,
      createdBy: this.host.people.owner.id,
      callerKind: 'user' as const,
      state: 'pending' as const,
      version: 1,
      settings,
      contextType: draft.contextType ?? (draft.context === undefined ? 'no-context' : 'files'),
      contextRef: draft.context === undefined ? null : 'acme/context',
      contextFingerprint: context?.sha256 ?? null,
      contextSha256: context?.sha256 ?? null,
      bundleSha256: bundle.sha256,
      environmentId: await this.#environment(draft.variables),
      cells: cells.length,
      open: cells.length,
      createdAt: new Date(),
    };
    await services.get(unitOfWorkKey).run(async (manager) => {
      await manager.insert(EvalRun, run);
      await manager.insert(EvalScenario, rows);
      await manager.insert(Cell, cells);
    });
    return runId;
  }

  /** Queues the cells of a run, works on them, and answers them in the order of their scenarios. */
  async run(runId: string, { prepare = false } = {}): Promise<readonly EndedCell[]> {
    const services = await this.services();
    if (prepare) await services.get(jobsKey).enqueue(PrepareJob, { runId });
    else
      await services
        .get(unitOfWorkKey)
        .run((manager) => services.get(CellQueue).queueCells(manager, runId));
    await this.host.runBackground();
    const jobs = await services.get(readDatabaseKey).manager.findBy(CellJob, { runId });
    const [broken] = jobs.flatMap(({ error }) => error ?? []);
    if (broken !== undefined)
      throw new Error(broken, { cause: this.host.log.at(-1)?.fields['error'] });
    return this.cells(runId);
  }

  async cells(runId: string): Promise<readonly EndedCell[]> {
    const services = await this.services();
    const { manager } = services.get(readDatabaseKey);
    const scenarios = await manager.find(EvalScenario, {
      where: { runId },
      order: { position: 'ASC' },
    });
    const cells = await manager.find(Cell, { where: { runId }, order: { repeat: 'ASC' } });
    const ended: EndedCell[] = [];
    for (const { id, name } of scenarios)
      for (const cell of cells.filter(({ scenarioId }) => scenarioId === id)) {
        const bytes =
          cell.solutionSha256 === null
            ? null
            : await services.get(blobStoreKey).read(cell.solutionSha256);
        const solution = bytes && (JSON.parse(Buffer.from(bytes).toString()) as Solution);
        ended.push(Object.assign(cell, { scenario: name, solution }));
      }
    return ended;
  }

  /** Makes the cells of a run take over the solution of another one. */
  async takeOver(runId: string, takenFrom: string): Promise<void> {
    await this.#write((manager) => manager.update(Cell, { runId }, { takenFrom }));
  }

  async change(id: string, values: Partial<Pick<EvalRun, 'createdBy' | 'cancelRequested'>>) {
    await this.#write((manager) => manager.update(EvalRun, { id }, values));
  }

  /** Switches evaluations off. */
  async switchOff(): Promise<void> {
    const row = { workspaceId: this.host.workspace.id, enabled: false };
    await this.#write((manager) => manager.upsert(EvalSwitch, row, ['workspaceId']));
  }

  async #write(work: (manager: EntityManager) => Promise<unknown>): Promise<void> {
    await (await this.services()).get(unitOfWorkKey).run(work);
  }

  #cell(which: Pick<Cell, 'runId' | 'scenarioId' | 'variant' | 'repeat'>) {
    return {
      ...which,
      id: randomUUID(),
      workspaceId: this.host.workspace.id,
      status: 'pending' as const,
      solutionKey: randomUUID(),
      scoreKey: randomUUID(),
      retries: 0,
      createdAt: new Date(),
    };
  }

  async #environment(entries: Draft['variables']): Promise<string | null> {
    if (entries === undefined) return null;
    const asked = { workspace: 'acme', forRun: true, entries };
    return (await this.host.people.owner.invoke(createEnvironment, asked)).id;
  }
}

const prefixed = (prefix: string, all: readonly FileDraft[]): FileDraft =>
  Object.fromEntries(
    all.flatMap((files) =>
      Object.entries(files).map(([path, text]) => [`${prefix}${path}`, text] as const),
    ),
  );

const nothing = {
  projectId: null,
  label: null,
  contextCommit: null,
  published: null,
  versionId: null,
  retryOf: null,
  origin: null,
  prepareJobId: null,
  credits: 0,
  cancelRequested: false,
  failure: null,
  coverage: null,
  statistics: null,
  verdict: null,
  startedAt: null,
  finishedAt: null,
};
