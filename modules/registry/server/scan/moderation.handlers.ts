import { invalidInput, notFound, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { ClearInput, JudgeAgainInput } from '../../contract/moderation-commands.js';
import type { VersionView } from '../../contract/version-view.js';
import { TileReader, type TileWithVersion } from '../read/tile-reader.js';
import { versionView } from '../read/views.js';
import { StoredModeration } from './stored-moderation.js';

/** Finds the exact version that the operator names, whoever may see it. */
@injectable()
class NamedVersions {
  constructor(@inject(TileReader) private readonly reader: TileReader) {}

  async find(ref: string): Promise<TileWithVersion> {
    const found = await this.reader.version(ref);
    if (found?.version == null) throw notFound({ kind: 'version', id: ref });
    if (found.exact) return found;
    throw invalidInput({ what: 'Name the exact version, as in acme/review@1.2.0.' });
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

/** The same for this. */
@injectable()
export class JudgeVersionAgainHandler implements Handler<JudgeAgainInput, VersionView> {
  constructor(
    @inject(NamedVersions) private readonly versions: NamedVersions,
    @inject(StoredModeration) private readonly moderation: StoredModeration,
  ) {}

  async run({ version: ref }: JudgeAgainInput): Promise<VersionView> {
    const { version } = await this.versions.find(ref);
    await this.moderation.judgeAnew(version.id);
    return this.versions.view(ref);
  }
}
