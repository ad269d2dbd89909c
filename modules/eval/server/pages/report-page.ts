import type { Page, PageRequest } from '../../../web/contract/index.js';
import { reportFormats } from '../../contract/run-inputs.js';
import { downloadReport } from '../../contract/run-operations.js';

/** The report of an evaluation, as a file to keep. */
export class ReportPage implements Page<'id'> {
  get({ params, query, invoke }: PageRequest<'id'>) {
    const format = reportFormats.find((each) => each === query.get('format')) ?? 'html';
    return invoke(downloadReport, { id: params.id, format });
  }
}
