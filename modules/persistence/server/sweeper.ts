import {
  extensionsKey,
  hostKey,
  type BackgroundOptions,
  type BackgroundWork,
  type Extensions,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { repeat } from '../../../toolbox/repeat.js';
import { blobReferencesPoint } from '../contract/references.js';
import { BlobFolder } from './blobs/blob-folder.js';
import { sweepBlobs, type Swept } from './blobs/blob-sweep.js';
import { Database } from './database.js';
import { unknownOf } from './migrations.js';
import { presentColumns } from './snapshot/live-data.js';
import { takeInventory } from './snapshot/stored-tables.js';

const DAY_MS = 24 * 3_600_000;

/** Removes contents that crashes and deletions leave in the blob store, at the start of a server and once a day. */
@injectable()
export class Sweeper implements BackgroundWork {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(Database) private readonly database: Database,
    @inject(BlobFolder) private readonly blobs: BlobFolder,
  ) {}

  async run({ signal, dedicated }: BackgroundOptions): Promise<void> {
    if (dedicated) return;
    await repeat(() => this.sweep(signal), {
      everyMs: DAY_MS,
      signal,
      // the next sweep runs tomorrow; the server continues to serve
      failed: (err) => {
        this.host.log.error({ err }, 'the blob store could not be swept');
      },
    });
  }

  /** Returns `undefined`, without sweeping, when the references of all modules are not known here. */
  async sweep(signal: AbortSignal): Promise<Swept | undefined> {
    const { view, modules } = await this.database.snapshot();
    try {
      const inventory = await takeInventory(view, modules);
      const strangers = [
        ...inventory.absent,
        ...unknownOf(inventory.migrations, modules).map(({ name }) => name),
      ];
      if (strangers.length > 0) {
        this.host.log.warn(
          { strangers },
          'the blob store is not swept: the database holds tables that are not known here',
        );
        return undefined;
      }
      const columns = presentColumns(
        this.extensions.of(blobReferencesPoint).map(({ data }) => data),
        inventory,
      );
      const now = this.host.clock();
      await this.blobs.prepare(now);
      const swept = await sweepBlobs(this.blobs.paths, {
        referenced: view.catalog.distinct(view.runner, columns),
        now,
        signal,
      });
      this.host.log.info({ ...swept }, 'the blob store was swept');
      return swept;
    } finally {
      await view.close();
    }
  }
}
