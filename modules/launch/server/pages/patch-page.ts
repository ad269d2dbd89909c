import type { Page, PageRequest } from '../../../web/contract/index.js';
import { downloadPatch } from '../../contract/launch-operations.js';

/** What a launch has changed, as a file to keep. */
export class PatchPage implements Page<'id'> {
  get({ params, invoke }: PageRequest<'id'>) {
    return invoke(downloadPatch, { id: params.id });
  }
}
