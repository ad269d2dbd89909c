import { notAvailableYet, type Context } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import type { LaunchView } from '../../contract/launch-view.js';
import type { CloudRequest } from '../flags.js';

/** Runs a skill on a worker. */
@injectable()
export class CloudLaunch {
  run(_request: CloudRequest, _context: Context): Promise<LaunchView> {
    return Promise.reject(notAvailableYet({ what: '`svc launch skill --cloud`' }));
  }
}
