import type {
  CellView,
  CriterionScore,
  EvalRunView,
  EvalScenarioView,
} from '../../contract/run-view.js';
import { variants, type Variant } from '../../contract/words.js';
import { summarise } from '../../statistics/summarise.js';

/** Texts that try to leave their place, hide, or turn the text around them. */
export const hostile = [
  '</style></title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  ']]><evil/><!--',
  '&lt;b&gt; &amp; &#0;',
  'nul \0 escape \u001b[2J bell \u0007',
  'turned \u202e around \u2066 \u{e0041}',
  'half \ud800 a pair, and \ufffe',
].join('\n');

interface Size {
  readonly scenarios: number;
  readonly runs: number;
  /** Characters of each diff and transcript. */
  readonly text: number;
  /** What is written into every text of users, agents and judges. */
  readonly salt?: string;
}

const uuid = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A finished run with void cells, overridden points and agents that failed, as operations show it, and its cells. */
export function sampleRun({ scenarios, runs, text, salt = '' }: Size): {
  run: EvalRunView;
  cells: CellView[];
} {
  const names = Array.from({ length: scenarios }, (_, at) => `handles-errors-${at + 1}${salt}`);
  const cells = names.flatMap((scenario, at) =>
    variants.flatMap((variant, arm) =>
      Array.from({ length: runs }, (_, repeat) =>
        cellOf(
          { scenario, variant, repeat: repeat + 1 },
          { number: (at * 2 + arm) * runs + repeat, text, salt },
        ),
      ),
    ),
  );
  return { run: runOf(names, cells, { runs, salt }), cells };
}

type Position = Pick<CellView, 'scenario' | 'variant' | 'repeat'>;

function cellOf(
  { scenario, variant, repeat }: Position,
  { number, text, salt }: { number: number; text: number; salt: string },
): CellView {
  const bonus = variant === 'baseline' ? 0 : 2;
  const met = (number * 7 + bonus) % 10;
  const why = whyVoid(variant, number, salt);
  const isVoid = why.failure !== null || why.contamination !== null;
  return {
    cellId: uuid(number),
    scenario,
    variant,
    repeat,
    status: isVoid ? 'void' : 'scored',
    score: isVoid ? null : Math.min(1, (met + bonus) / 10),
    ...why,
    activatedSkills: variant === 'baseline' ? [] : ['deploy'],
    cached: number % 5 === 0,
    retries: number % 11 === 0 ? 1 : 0,
    agentSeconds: 12.4 + (number % 30),
    results: why.failure === null ? criteria(met, salt) : null,
    answer: `I changed the handler, and the tests pass.${salt}`,
    diff: patch(text, salt),
    transcript: transcript(text, salt),
    evidence: [`Line 12 of the transcript reads the skill "deploy".${salt}`],
  };
}

function whyVoid(
  variant: Variant,
  number: number,
  salt: string,
): Pick<CellView, 'failure' | 'contamination'> {
  if (number % 23 === 7)
    return {
      failure: { class: 'timeout', message: `The agent took longer than 600 s.${salt}` },
      contamination: null,
    };
  const seen = variant === 'baseline' ? 'baseline-saw-context' : 'context-not-seen';
  return { failure: null, contamination: number % 41 === 9 ? seen : null };
}

const criteria = (met: number, salt: string): CriterionScore[] =>
  Array.from({ length: 6 }, (_, at): CriterionScore => {
    const by = (['check', 'judge', 'person'] as const)[at % 3] ?? 'check';
    return {
      name: `Errors of kind ${at + 1} are answered with a status and a hint${salt}`,
      score: Math.min(10, met + at),
      maxScore: 10,
      by,
      reasoning: `The handler answers with 404 for a missing plugin, but not for a version that was removed.${salt}`,
      quote: by === 'judge' ? `return response.status(404).json({ hint });${salt}` : null,
      overridden: by === 'person' ? 3 : null,
    };
  });

const filled = (lines: readonly string[], length: number): string => {
  const block = `${lines.join('\n')}\n`;
  return block.repeat(Math.ceil(length / block.length)).slice(0, length);
};

const patch = (length: number, salt: string): string =>
  filled(
    [
      '--- a/src/handler.ts',
      '+++ b/src/handler.ts',
      '@@ -1,4 +1,6 @@',
      ' export function handler(request: Request): Response {',
      '-  return lookUp(request);',
      '+  const found = lookUp(request);',
      `+  if (found === undefined) return missing(request);${salt}`,
      ' }',
    ],
    length,
  );

const transcript = (length: number, salt: string): string =>
  filled(
    [
      '> I read the handler first, and the test that fails.',
      `$ cat src/handler.ts${salt}`,
      'The handler returns undefined where a plugin is missing, which the framework answers with 500.',
      '$ npm test -- handler',
      '12 passed, 1 failed',
    ],
    length,
  );

function runOf(
  names: readonly string[],
  cells: readonly CellView[],
  { runs, salt }: { runs: number; salt: string },
): EvalRunView {
  const summary = summarise(
    cells.map((cell) => ({
      scenario: cell.scenario,
      variant: cell.variant,
      repeat: cell.repeat,
      score: cell.score,
      retries: cell.retries,
      why: cell.contamination ?? cell.failure?.class ?? null,
      activated: cell.variant === 'baseline' ? null : cell.repeat !== 2,
    })),
    'sample',
  );
  return {
    evalRunId: uuid(999_999),
    workspace: 'acme',
    status: 'completed',
    label: `Handlers of errors${salt}`,
    config: {
      agent: 'claude-code',
      model: null,
      scorerAgent: 'model',
      scorerModel: 'judge-2',
      runs,
      variants: [...variants],
      contextType: 'plugin',
      contextRef: `acme/deploy@1.2.0${salt}`,
      contextCommit: null,
      skills: ['deploy'],
      skipForcedContextActivation: false,
      skipScoring: false,
      qualityCheck: true,
      environmentId: null,
    },
    scenariosCount: names.length,
    coverage: summary.coverage,
    verdict: summary.verdict,
    statistics: [...summary.statistics],
    credits: 2 * summary.coverage.scored,
    retryOf: null,
    published: null,
    createdBy: null,
    createdAt: '2026-11-29T08:00:00.000Z',
    finishedAt: '2026-11-29T08:40:00.000Z',
    failureReason: null,
    progress: null,
    scenarios: [
      ...names.map((name, at) => ({
        ...scenarioOf(name, at, salt),
        solutions: variants.map((variant) => {
          const own = cells.filter((cell) => cell.scenario === name && cell.variant === variant);
          const scores = own.flatMap(({ score }) => (score === null ? [] : [score]));
          return { variant, cells: own, mean: meanOf(scores), deviation: null };
        }),
      })),
      {
        ...scenarioOf(`copies-the-skill${salt}`, names.length, salt),
        qualityFilterStatus: 'rejected',
        qualityAssessment: {
          feasibility: 'FEASIBLE',
          leakage: 'HIGH_LEAKAGE',
          scenarioValue: 'LOW',
          notes: [`criteria.json, line 4: the criterion is a sentence of the skill.${salt}`],
        },
      },
    ],
    web: `https://svc.example/evals/${uuid(999_999)}`,
  };
}

const scenarioOf = (
  name: string,
  at: number,
  salt: string,
): Pick<EvalScenarioView, keyof EvalScenarioView> => ({
  scenarioId: uuid(500_000 + at),
  name,
  fingerprint: 'f'.repeat(64),
  task: `Make the handler answer with an error that helps.\n\nDo not change the tests.${salt}`,
  criteria: {},
  qualityFilterStatus: 'included',
  qualityAssessment: null,
  solutions: [],
});

const meanOf = (scores: readonly number[]): number | null =>
  scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;

export async function* inTurn<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}
