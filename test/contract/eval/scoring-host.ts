import { startTestHost, type TestHost } from 'svc-registry/testing';
import { builtInModules } from '../../../hosts/testing/built-in-modules.js';
import { scorerKey, type Scorer, type ToScore } from '../../../modules/eval/server/cells/scorer.js';
import type { Solution } from '../../../modules/eval/server/cells/solution.js';
import type { EvalSettings } from '../../../modules/eval/server/runs/eval-run.entity.js';
import { readScenario } from '../../../modules/eval/scenario/read-scenario.js';
import { criteriaOf, task, type Item } from '../../../modules/eval/testing/base.js';
import { memoryFolder } from '../../../modules/eval/testing/memory-folder.js';
import { sandboxesKey, type Sandbox } from '../../../modules/sandbox/contract/index.js';
import { ModelServer, type Mind } from '../../agents/model-server/model-server.js';
import type { TestDatabase } from '../databases.js';

const MEGABYTE = 1024 * 1024;
export const MODEL = 'anthropic/claude-sonnet-4-5';

/** What an agent made, if a test does not say otherwise. */
const solution: Solution = {
  exit: { code: 0, signal: null },
  answer: null,
  transcript: '',
  diff: '',
  changed: [],
  activatedSkills: [],
  evidence: [],
  contamination: null,
  agentFailure: null,
  agentMs: 1,
};

const settings: EvalSettings = {
  agent: 'scripted',
  model: null,
  scorerAgent: 'model',
  scorerModel: null,
  runs: 1,
  variants: ['baseline'],
  skills: [],
  skipForcedContextActivation: false,
  skipScoring: false,
  qualityCheck: false,
  force: false,
};

/** The scorer of a server whose model is one of ours. */
export class ScoringHost {
  /** What the model answers; a test sets it. */
  mind: Mind = () => ({ text: 'Nothing to say.' });

  private constructor(
    private readonly host: TestHost,
    readonly model: ModelServer,
    readonly scorer: Scorer,
    readonly sandbox: Sandbox,
  ) {}

  static async start(database: TestDatabase): Promise<ScoringHost> {
    const { env } = await database.create();
    const model: ModelServer = await ModelServer.start((request) => scoring.mind(request));
    const host = await startTestHost({
      modules: await builtInModules(),
      facet: 'server',
      program: process.execPath,
      env: {
        ...env,
        PATH: process.env['PATH'],
        SVC_LAUNCH_UNSANDBOXED: '1',
        SVC_OUTBOUND_ALLOW: model.origin,
        SVC_MODEL: MODEL,
        SVC_MODEL_BASE_URL: model.origin,
        SVC_MODEL_API_KEY: 'sk-of-a-test',
      },
    });
    const services = await host.server!.services('eval');
    const sandboxes = (await host.server!.services('sandbox')).get(sandboxesKey);
    const sandbox = await sandboxes.open({
      limits: { diskBytes: 64 * MEGABYTE, memoryBytes: 256 * MEGABYTE, processes: 64 },
      // as an agent's, which reaches its models
      hosts: [new URL(model.origin).host],
      signal: new AbortController().signal,
      unsandboxed: !(await sandboxes.state()).works,
    });
    const scoring = new ScoringHost(host, model, services.get(scorerKey), sandbox);
    return scoring;
  }

  get folder(): string {
    return `${this.sandbox.folder}/work`;
  }

  /** Scores a solution by these criteria. */
  async score(
    items: readonly Item[],
    made: Partial<Solution>,
    more: Partial<ToScore> = {},
  ): ReturnType<Scorer['score']> {
    return this.scorer.score(await this.toScore(items, made, more));
  }

  async toScore(
    items: readonly Item[],
    made: Partial<Solution>,
    more: Partial<ToScore> = {},
  ): Promise<ToScore> {
    const reading = await readScenario(
      memoryFolder({ 'task.md': task, 'criteria.json': criteriaOf(...items) }),
    );
    if (reading.kind === 'none') throw new Error(reading.why);
    await this.sandbox.write(`${this.folder}/.keep`, '');
    return {
      workspaceId: '00000000-0000-4000-8000-000000000000',
      cellId: '00000000-0000-4000-8000-000000000001',
      settings,
      scenario: reading.scenario,
      solution: { ...solution, ...made },
      contextTexts: [],
      sandbox: this.sandbox,
      folder: this.folder,
      variables: {},
      signal: new AbortController().signal,
      ...more,
    };
  }

  async stop(): Promise<void> {
    await this.sandbox.close();
    await this.host.stop();
    await this.model.stop();
  }
}

export { settings };
