import type { BlobFolder } from '../blobs/blob-folder.js';
import type { DatabaseView } from '../snapshot/database-view.js';
import { presentColumns } from '../snapshot/live-data.js';
import { takeInventory } from '../snapshot/stored-tables.js';
import type { Declared } from './data-place.js';

/** The number of contents that rows refer to but that the folder does not have. */
export async function missingContents(
  view: DatabaseView,
  { declared, blobs }: { declared: Declared; blobs: BlobFolder },
): Promise<number> {
  const columns = presentColumns(declared.contents, await takeInventory(view, declared.modules));
  let missing = 0;
  for await (const hashes of view.catalog.distinct(view.runner, columns))
    for (const sha256 of hashes) if (!(await blobs.has(sha256))) missing += 1;
  return missing;
}
