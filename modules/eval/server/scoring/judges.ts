import { inject, injectable } from 'tsyringe';
import type { EvalSettings } from '../runs/eval-run.entity.js';
import { CellFailed } from '../cells/solution.js';
import type { Judge } from './judge.js';
import { ModelJudge } from './model-judge.js';

/** Finds who judges. */
@injectable()
export class Judges {
  constructor(@inject(ModelJudge) private readonly model: ModelJudge) {}

  of({ scorerAgent }: Pick<EvalSettings, 'scorerAgent'>): Judge {
    if (scorerAgent === 'model') return this.model;
    throw new CellFailed('scorer', `${scorerAgent} cannot judge on this server.`, false);
  }
}
