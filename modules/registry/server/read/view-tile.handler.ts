import type { Context, Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import type { TileRef } from '../../contract/tile-inputs.js';
import type { TileView } from '../../contract/tile-view.js';
import { tileTarget } from './target.js';
import { tileView } from './views.js';

@injectable()
export class ViewTileHandler implements Handler<TileRef, TileView> {
  run(_input: TileRef, context: Context): Promise<TileView> {
    const { tile, latest } = tileTarget(context);
    return Promise.resolve(tileView(tile, latest));
  }
}
