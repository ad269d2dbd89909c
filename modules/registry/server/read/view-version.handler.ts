import type { Context, Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import type { VersionRef } from '../../contract/tile-inputs.js';
import type { VersionView } from '../../contract/version-view.js';
import { versionTarget } from './target.js';
import { versionView } from './views.js';

@injectable()
export class ViewVersionHandler implements Handler<VersionRef, VersionView> {
  run(_input: VersionRef, context: Context): Promise<VersionView> {
    const { tile, version } = versionTarget(context);
    return Promise.resolve(versionView(tile, version));
  }
}
