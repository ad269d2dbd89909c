import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Context, FileResult, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import type { TileRef } from '../../contract/tile-inputs.js';
import { isPrerelease } from '../version-order.js';
import { isShared } from './download.handler.js';
import { tileTarget } from './target.js';
import type { TileWithLatest } from './tile-reader.js';

/** What is said of a plugin, in the colours that shields.io gives to versions. */
function saidOf({ tile, latest }: TileWithLatest): {
  readonly message: string;
  readonly color: string;
} {
  if (tile.archivedAt !== null) return { message: 'archived', color: 'lightgrey' };
  if (latest === null) return { message: 'no version', color: 'lightgrey' };
  return { message: `v${latest.semver}`, color: isPrerelease(latest.semver) ? 'orange' : 'blue' };
}

@injectable()
export class ViewBadgeHandler implements Handler<TileRef, FileResult> {
  constructor(@inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory) {}

  run(_input: TileRef, context: Context): Promise<FileResult> {
    const target = tileTarget(context);
    const badge = Buffer.from(
      JSON.stringify({ schemaVersion: 1, label: 'svc', ...saidOf(target) }),
    );
    return Promise.resolve({
      body: Readable.from([badge]),
      contentType: 'application/json',
      size: badge.length,
      etag: createHash('sha256').update(badge).digest('hex'),
      shared: isShared(target.tile, this.workspaces),
    });
  }
}
