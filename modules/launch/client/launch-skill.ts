import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { LaunchSkillInput } from '../contract/command-inputs.js';
import type { LaunchView } from '../contract/launch-view.js';
import { CloudLaunch } from './cloud/cloud-launch.js';
import { checkFlags } from './flags.js';
import { LocalLaunch } from './local/local-launch.js';

@injectable()
export class LaunchSkillHandler implements Handler<LaunchSkillInput, LaunchView> {
  constructor(
    @inject(LocalLaunch) private readonly local: LocalLaunch,
    @inject(CloudLaunch) private readonly cloud: CloudLaunch,
  ) {}

  async run(input: LaunchSkillInput, context: Context): Promise<LaunchView> {
    const request = checkFlags(input);
    return request.where === 'cloud'
      ? this.cloud.run(request, context)
      : this.local.run(request, context);
  }
}
