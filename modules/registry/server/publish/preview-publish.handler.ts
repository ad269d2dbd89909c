import { invalidInput, type Context, type Handler } from 'svc-registry/kernel';
import semver from 'semver';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { versionExists } from '../../contract/errors.js';
import type { PublishPreview } from '../../contract/publish-result.js';
import type { PreviewPublishInput } from '../../contract/tile-inputs.js';
import { TileEntity } from '../entities/tile.entity.js';
import { workspaceTarget } from '../read/target.js';
import { TileReader } from '../read/tile-reader.js';
import { nextVersion, precedenceOf } from '../version-order.js';
import { standingOf } from './taken-versions.js';

/** Reports what publishing some content would do. The version is not reserved for the caller. */
@injectable()
export class PreviewPublishHandler implements Handler<PreviewPublishInput, PublishPreview> {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(TileReader) private readonly reader: TileReader,
  ) {}

  async run(
    { tile, version, fingerprint, bump = 'patch' }: PreviewPublishInput,
    context: Context,
  ): Promise<PublishPreview> {
    if (semver.valid(version) === null)
      throw invalidInput({ what: `"${version}" is not a semantic version such as 1.2.0.` });
    const { manager } = this.database;
    const name = `${workspaceTarget(context).name}/${tile}`;
    const row = await manager.findOneBy(TileEntity, { fullName: name });
    if (row === null) return { version, unchanged: false, private: null };
    const isPrivate = (await this.reader.tile(name))?.tile.private ?? null;
    const standing = await standingOf(manager, row.id, { version, fingerprint, bump });
    if (standing.kind !== 'taken')
      return { version, unchanged: standing.kind === 'same', private: isPrivate };
    const next = nextVersion(precedenceOf(version), standing.published, bump);
    if (next === null)
      throw versionExists({ name, version, nextVersion: null }, { details: { nextVersion: null } });
    return { version: next, unchanged: false, private: isPrivate };
  }
}
