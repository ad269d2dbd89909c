import { inject, injectable } from 'tsyringe';
import type { EvalSettings } from '../runs/eval-run.entity.js';
import { AgentJudge } from './agent-judge.js';
import type { Judge } from './judge.js';
import { ModelJudge } from './model-judge.js';

/** Finds who judges. */
@injectable()
export class Judges {
  constructor(
    @inject(ModelJudge) private readonly model: ModelJudge,
    @inject(AgentJudge) private readonly agent: AgentJudge,
  ) {}

  of({ scorerAgent }: Pick<EvalSettings, 'scorerAgent'>): Judge {
    return scorerAgent === 'model' ? this.model : this.agent;
  }
}
