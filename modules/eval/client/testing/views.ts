/** Views for tests of texts and commands. */
import type { GenerationView } from '../../contract/generation-view.js';
import type {
  CellListed,
  EvalPlanView,
  EvalRunView,
  EvalScenarioView,
  VerdictView,
} from '../../contract/run-view.js';

export const RUN = '01890a5d-ac96-774b-bcce-b302099a8057';
export const GENERATION = '01890a5d-ac96-774b-bcce-b302099a8058';

export const verdict = (over: Partial<VerdictView> = {}): VerdictView => ({
  verdict: 'improves',
  text: 'improves',
  lift: 12.9,
  interval: { low: 3.2, high: 20.1 },
  p: 0.031,
  test: 'sign-flip permutation test',
  scenarios: 12,
  pairs: 60,
  needed: null,
  effect: 10,
  calibration: { flipRate: 0.04, comparisons: 200 },
  ...over,
});

export const cell = (over: Partial<CellListed> = {}): CellListed => ({
  cellId: RUN,
  scenario: 'refunds',
  variant: 'baseline',
  repeat: 1,
  status: 'scored',
  score: 0.5,
  failure: null,
  contamination: null,
  activatedSkills: [],
  cached: false,
  retries: 0,
  agentSeconds: 1,
  ...over,
});

export const scenario = (over: Partial<EvalScenarioView> = {}): EvalScenarioView => ({
  scenarioId: RUN,
  name: 'refunds',
  fingerprint: 'a'.repeat(64),
  task: 'Write it.',
  criteria: {},
  qualityFilterStatus: 'included',
  qualityAssessment: null,
  solutions: [
    { variant: 'baseline', mean: 0.58, deviation: null, cells: [cell({ score: 0.58 })] },
    {
      variant: 'with-context',
      mean: 0.999,
      deviation: null,
      cells: [cell({ variant: 'with-context', score: 0.999 })],
    },
  ],
  ...over,
});

export const evalRun = (over: Partial<EvalRunView> = {}): EvalRunView => ({
  evalRunId: RUN,
  workspace: 'acme',
  status: 'completed',
  label: null,
  config: {
    agent: 'scripted',
    model: null,
    scorerAgent: 'model',
    scorerModel: null,
    runs: 5,
    variants: ['baseline', 'with-context'],
    contextType: 'plugin-directory',
    contextRef: 'plugins/shop',
    contextCommit: null,
    skills: [],
    skipForcedContextActivation: false,
    skipScoring: false,
    qualityCheck: false,
    environmentId: null,
  },
  scenariosCount: 12,
  coverage: { cells: 120, scored: 118, void: 2, retries: 3, why: { infra: 1, timeout: 1 } },
  verdict: verdict(),
  credits: 236,
  retryOf: null,
  published: null,
  createdBy: null,
  createdAt: '2026-01-31T09:00:00.000Z',
  finishedAt: '2026-01-31T10:00:00.000Z',
  failureReason: null,
  progress: null,
  statistics: [],
  scenarios: [scenario()],
  ...over,
});

export const plan = (over: Partial<EvalPlanView> = {}): EvalPlanView => ({
  scenarios: 2,
  cells: 4,
  cached: 0,
  scoredAgain: 0,
  agentCalls: 4,
  judgeCalls: 4,
  credits: 8,
  agent: 'scripted',
  model: null,
  scorerAgent: 'model',
  scorerModel: null,
  notes: [],
  ...over,
});

export const generation = (over: Partial<GenerationView> = {}): GenerationView => ({
  generationId: GENERATION,
  workspace: 'acme',
  status: 'completed',
  source: { type: 'plugin', name: 'acme/shop', commit: null, pullRequest: null },
  scenariosCount: 1,
  createdBy: null,
  createdAt: '2026-01-31T09:00:00.000Z',
  finishedAt: '2026-01-31T10:00:00.000Z',
  failureReason: null,
  progress: null,
  scenarios: [{ name: '0a1b2c3-refunds', shortDescription: 'Money back', checklistSize: 4 }],
  rejected: [],
  ...over,
});
