import type { Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { AfterSignIn, SignedIn } from '../../identity/contract/index.js';
import { InstallPackageHandler } from './handlers/install.js';
import { findProject } from './project/project-root.js';
import { projectToolsKey, type ProjectTools } from './project-tools.js';

/** After the tool `login`, missing plugins are installed: private ones can be fetched only now. */
@injectable()
export class SyncAfterSignIn implements AfterSignIn {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async signedIn(_event: SignedIn, context: Context): Promise<void> {
    if ((await findProject(context.cwd)) !== undefined)
      await new InstallPackageHandler(this.tools).run({}, context);
  }
}
