import type { Page, PageRequest } from '../../../web/contract/index.js';
import { downloadFix } from '../../contract/fix-operations.js';
import { downloadSarif } from '../../contract/operations.js';

/** The findings of a review, as a file to keep. */
export class SarifPage implements Page<'id'> {
  get({ params, invoke }: PageRequest<'id'>) {
    return invoke(downloadSarif, { id: params.id });
  }
}

/** What a fix run has made of the files that were sent, as a file to keep. */
export class FixedFilesPage implements Page<'id'> {
  get({ params, invoke }: PageRequest<'id'>) {
    return invoke(downloadFix, { id: params.id });
  }
}
