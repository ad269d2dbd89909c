import { extname, resolve } from 'node:path';
import { usageError, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import writeFileAtomic from 'write-file-atomic';
import { atPath } from '../../../../toolbox/file-errors.js';
import type { ViewEvalInput } from '../../contract/command-inputs.js';
import type { ReportFormat } from '../../contract/run-inputs.js';
import { downloadReport, showEval } from '../../contract/run-operations.js';
import type { EvalRunView } from '../../contract/run-view.js';
import { bytesOf } from '../bytes-of.js';
import { followEval } from '../follow.js';
import { Chosen } from './chosen.js';

const formats: ReadonlyMap<string, ReportFormat> = new Map([
  ['.html', 'html'],
  ['.json', 'json'],
  ['.xml', 'junit'],
]);

@injectable()
export class ViewHandler implements Handler<ViewEvalInput, EvalRunView> {
  constructor(@inject(Chosen) private readonly chosen: Chosen) {}

  async run(
    { report, wait = false, ...choice }: ViewEvalInput,
    context: Context,
  ): Promise<EvalRunView> {
    const format = report === undefined ? undefined : formatOf(report);
    const id = await this.chosen.evalOf(choice, context);
    const view = wait ? await followEval(id, context) : await context.invoke(showEval, { id });
    if (report === undefined || format === undefined) return view;
    const path = resolve(context.cwd, report);
    const content = await bytesOf(await context.invoke(downloadReport, { id, format }));
    await atPath(path, writeFileAtomic(path, content));
    context.progress.note(`The report is in ${path}.`);
    return view;
  }
}

function formatOf(report: string): ReportFormat {
  const format = formats.get(extname(report).toLowerCase());
  if (format !== undefined) return format;
  throw usageError({
    what: `The ending of ${report} names no form of report.`,
    hint: 'Name a file that ends with .html, .json, or .xml for JUnit.',
  });
}
