import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type {
  CellRef,
  EvalLook,
  EvalRef,
  ListCellsInput,
  ListEvalsInput,
  OverrideScoreInput,
} from '../../contract/run-inputs.js';
import type { CellListed, CellView, EvalRunListed, EvalRunView } from '../../contract/run-view.js';
import { CellViews } from './cell-views.js';
import { Cancellation } from './cancellation.js';
import { RunLists } from './run-lists.js';
import { runTarget } from './run-locator.js';
import { RunViews } from './run-views.js';
import { ScoreOverrides } from './score-overrides.js';

@injectable()
export class ShowEvalHandler implements Handler<EvalLook, EvalRunView> {
  constructor(@inject(RunViews) private readonly views: RunViews) {}

  run({ wait }: EvalLook, context: Context): Promise<EvalRunView> {
    return this.views.current(runTarget(context), context, wait);
  }
}

@injectable()
export class ListEvalsHandler implements Handler<ListEvalsInput, Page<EvalRunListed>> {
  constructor(@inject(RunLists) private readonly lists: RunLists) {}

  run(input: ListEvalsInput, context: Context): Promise<Page<EvalRunListed>> {
    return this.lists.runs(input, context);
  }
}

@injectable()
export class ListCellsHandler implements Handler<ListCellsInput, Page<CellListed>> {
  constructor(@inject(RunLists) private readonly lists: RunLists) {}

  run(input: ListCellsInput, context: Context): Promise<Page<CellListed>> {
    return this.lists.cells(input, runTarget(context).id);
  }
}

@injectable()
export class ShowCellHandler implements Handler<CellRef, CellView> {
  constructor(@inject(CellViews) private readonly views: CellViews) {}

  run({ cell }: CellRef, context: Context): Promise<CellView> {
    return this.views.byId(runTarget(context).id, cell);
  }
}

@injectable()
export class CancelEvalHandler implements Handler<EvalRef, EvalRunView> {
  constructor(
    @inject(Cancellation) private readonly cancellation: Cancellation,
    @inject(RunViews) private readonly views: RunViews,
  ) {}

  async run(_input: EvalRef, context: Context): Promise<EvalRunView> {
    const { id } = runTarget(context);
    await this.cancellation.cancel(id);
    return this.views.byId(id, context);
  }
}

@injectable()
export class OverrideScoreHandler implements Handler<OverrideScoreInput, CellView> {
  constructor(
    @inject(ScoreOverrides) private readonly overrides: ScoreOverrides,
    @inject(CellViews) private readonly views: CellViews,
  ) {}

  async run(input: OverrideScoreInput, context: Context): Promise<CellView> {
    const run = runTarget(context);
    await this.overrides.add(input, run, context.caller);
    return this.views.byId(run.id, input.cell);
  }
}
