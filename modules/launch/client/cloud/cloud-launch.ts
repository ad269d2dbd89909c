import { notAvailableYet, type Context } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import type { LaunchView } from '../../contract/launch-view.js';
import type { CloudRequest } from '../flags.js';

/** Runs a skill on a worker. */
@injectable()
export class CloudLaunch {
  run(request: CloudRequest, { signal }: Context): Promise<LaunchView> {
    signal.throwIfAborted();
    return Promise.reject(notAvailableYet({ what: `Running ${request.skill} in the cloud` }));
  }
}
