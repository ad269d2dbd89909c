import type { Located, Locator } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  TileReader,
  type TileWithLatest,
  type TileWithVersion,
  type UnpublishedVersion,
} from './tile-reader.js';
import type { TileRecord } from './tile-rows.js';

function located<T>(
  kind: string,
  tile: TileRecord,
  { name, value }: { name: string; value: T },
): Located<T> {
  return {
    kind,
    name,
    workspaceId: tile.workspaceId,
    organizationId: tile.organizationId,
    visibility: tile.private ? 'members' : 'public',
    value,
  };
}

/** Plugins, by `<workspace>/<plugin>`; the value brings the latest version along. */
@injectable()
export class TileLocator implements Locator<TileWithLatest> {
  constructor(@inject(TileReader) private readonly reader: TileReader) {}

  async locate(id: string): Promise<Located<TileWithLatest> | null> {
    const found = await this.reader.tile(id);
    return found === null
      ? null
      : located('plugin', found.tile, { name: found.tile.fullName, value: found });
  }

  named(id: string): { kind: string; id: string } {
    return { kind: 'plugin', id };
  }
}

/** Versions, by `<workspace>/<plugin>@<version>`; also those that were unpublished, so that callers who may see the plugin learn that. */
@injectable()
export class VersionLocator implements Locator<TileWithVersion | UnpublishedVersion> {
  constructor(@inject(TileReader) private readonly reader: TileReader) {}

  async locate(id: string): Promise<Located<TileWithVersion | UnpublishedVersion> | null> {
    const found = await this.reader.version(id);
    if (found === null) return null;
    // uses the canonical name, because each spelling would be a separate refusal in the audit log
    const { semver } = found.version ?? found;
    return located('version', found.tile, {
      name: `${found.tile.fullName}@${semver}`,
      value: found,
    });
  }

  named(id: string): { kind: string; id: string } {
    return { kind: 'version', id };
  }
}
