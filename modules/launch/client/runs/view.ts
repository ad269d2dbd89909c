import type { Context, Handler } from 'svc-registry/kernel';
import { injectable } from 'tsyringe';
import { showLaunch } from '../../contract/launch-operations.js';
import type { LaunchRunView } from '../../contract/launch-run-view.js';
import type { ViewLaunchInput } from '../../contract/run-command-inputs.js';
import { followLaunch } from './follow.js';

@injectable()
export class ViewHandler implements Handler<ViewLaunchInput, LaunchRunView> {
  run({ id, wait = false }: ViewLaunchInput, context: Context): Promise<LaunchRunView> {
    return wait ? followLaunch(id, context) : context.invoke(showLaunch, { id });
  }
}
