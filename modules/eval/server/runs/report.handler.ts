import type { Context, FileResult, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EvalReportInput } from '../../contract/run-inputs.js';
import { reportFile } from '../../report/report-file.js';
import { CellViews } from './cell-views.js';
import { runTarget } from './run-locator.js';
import { RunViews } from './run-views.js';

@injectable()
export class ReportHandler implements Handler<EvalReportInput, FileResult> {
  constructor(
    @inject(RunViews) private readonly runs: RunViews,
    @inject(CellViews) private readonly cells: CellViews,
  ) {}

  async run({ format = 'html' }: EvalReportInput, context: Context): Promise<FileResult> {
    const { id } = runTarget(context);
    return reportFile(format, await this.runs.byId(id, context), this.cells.all(id));
  }
}
