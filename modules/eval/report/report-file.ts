import type { FileResult } from 'svc-registry/kernel';
import type { ReportFormat } from '../contract/run-inputs.js';
import type { CellView, EvalRunView } from '../contract/run-view.js';
import { htmlReport } from './html/html-report.js';
import { jsonReport } from './json-report.js';
import { junitReport } from './junit-report.js';

type Report = (run: EvalRunView, cells: AsyncIterable<CellView>) => AsyncIterable<string>;

const reports: Readonly<
  Record<ReportFormat, { report: Report; contentType: string; extension: string }>
> = {
  html: { report: htmlReport, contentType: 'text/html; charset=utf-8', extension: 'html' },
  json: { report: jsonReport, contentType: 'application/json', extension: 'json' },
  junit: { report: junitReport, contentType: 'application/xml', extension: 'xml' },
};

/** The report of a run. The cells are asked for one after the other, and have to come by scenario, variant and repeat. */
export function reportFile(
  format: ReportFormat,
  run: EvalRunView,
  cells: AsyncIterable<CellView>,
): FileResult {
  const { report, contentType, extension } = reports[format];
  return {
    body: encoded(report(run, cells)),
    contentType,
    filename: `eval-${run.evalRunId}.${extension}`,
    shared: false,
  };
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}
