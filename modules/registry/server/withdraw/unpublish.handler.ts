import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { TileRef, VersionRef } from '../../contract/tile-inputs.js';
import { exactTarget, tileTarget } from '../read/target.js';
import { Unpublisher } from './unpublisher.js';

@injectable()
export class UnpublishTileHandler implements Handler<TileRef, void> {
  constructor(@inject(Unpublisher) private readonly unpublisher: Unpublisher) {}

  run(_input: TileRef, context: Context): Promise<void> {
    return this.unpublisher.unpublish({ tile: tileTarget(context).tile.fullName });
  }
}

@injectable()
export class UnpublishVersionHandler implements Handler<VersionRef, void> {
  constructor(@inject(Unpublisher) private readonly unpublisher: Unpublisher) {}

  async run(_input: VersionRef, context: Context): Promise<void> {
    const { tile, version } = exactTarget(context);
    await this.unpublisher.unpublish({ tile: tile.fullName, version });
  }
}
