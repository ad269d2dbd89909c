import { createHash } from 'node:crypto';
import type { EvalSettings } from '../server/runs/eval-run.entity.js';
import type { Scenario } from '../scenario/scenario.js';
import { promptFacts } from './judge/question.js';

/** Raised when checks decide otherwise than before. */
const CHECKS_VERSION = 2;

type Scored = Pick<Scenario, 'task' | 'context' | 'criteria'>;
type Judge = Pick<EvalSettings, 'scorerAgent' | 'scorerModel'>;

/** Hash of what a score depends on besides the solution. Who judges matters only where a criterion has no check. */
export function scoreKeyOf(scenario: Scored, { scorerAgent, scorerModel }: Judge): string {
  const criteria = scenario.criteria.map(({ name, description, maxScore, category, check }) => [
    name,
    description,
    maxScore,
    category ?? null,
    check ?? null,
  ]);
  const isJudged = scenario.criteria.some(({ check }) => check === undefined);
  const judged = [scenario.task, scenario.context, scorerAgent, scorerModel, promptFacts];
  const facts = [CHECKS_VERSION, criteria, ...(isJudged ? judged : [])];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
