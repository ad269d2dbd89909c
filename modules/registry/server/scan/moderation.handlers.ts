import { notFound, usageError, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type {
  ClearInput,
  ModerationList,
  ModerationListInput,
  RescanInput,
  RescanResult,
} from '../../contract/moderation-commands.js';
import type { VersionView } from '../../contract/version-view.js';
import { TileReader, type TileWithVersion } from '../read/tile-reader.js';
import { versionView } from '../read/views.js';
import { ModeratedVersions } from './moderated-versions.js';
import { StoredModeration } from './stored-moderation.js';

/** A reference with a version, not with a tag such as `latest`. */
const EXACT = /@\d/;

/** Finds the exact version that the operator names, without a permission check. */
@injectable()
class NamedVersions {
  constructor(@inject(TileReader) private readonly reader: TileReader) {}

  async find(ref: string): Promise<TileWithVersion> {
    if (!EXACT.test(ref))
      throw usageError({ what: 'Name the exact version, as in acme/review@1.2.0.' });
    const found = await this.reader.version(ref);
    if (found?.version == null) throw notFound({ kind: 'version', id: ref });
    return found;
  }

  async view(ref: string): Promise<VersionView> {
    const { tile, version } = await this.find(ref);
    return versionView(tile, version);
  }
}

/** Runs locally without a permission check: the operator can read and change all data anyway. */
@injectable()
export class ClearVersionHandler implements Handler<ClearInput, VersionView> {
  constructor(
    @inject(NamedVersions) private readonly versions: NamedVersions,
    @inject(StoredModeration) private readonly moderation: StoredModeration,
  ) {}

  async run({ version: ref, reason }: ClearInput): Promise<VersionView> {
    const { version } = await this.versions.find(ref);
    await this.moderation.clear(version.id, reason.trim());
    return this.versions.view(ref);
  }
}

/** Runs locally without a permission check, for the same reason. */
@injectable()
export class RescanHandler implements Handler<RescanInput, RescanResult> {
  constructor(
    @inject(NamedVersions) private readonly versions: NamedVersions,
    @inject(ModeratedVersions) private readonly moderated: ModeratedVersions,
    @inject(StoredModeration) private readonly moderation: StoredModeration,
  ) {}

  async run({ version: ref, anew = false }: RescanInput): Promise<RescanResult> {
    if (ref === undefined) {
      const ids = await this.moderated.withoutVerdict();
      for (const id of ids) await this.moderation.rescan(id, { anew });
      return { queued: ids.length };
    }
    const { version } = await this.versions.find(ref);
    await this.moderation.rescan(version.id, { anew });
    const moderated = await this.moderated.one(version.id);
    return { queued: 1, ...(moderated && { version: moderated }) };
  }
}

/** Runs locally without a permission check, for the same reason. */
@injectable()
export class ModerationListHandler implements Handler<ModerationListInput, ModerationList> {
  constructor(@inject(ModeratedVersions) private readonly moderated: ModeratedVersions) {}

  async run(): Promise<ModerationList> {
    return { versions: await this.moderated.all() };
  }
}
