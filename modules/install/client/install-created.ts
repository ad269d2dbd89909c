import type { Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { AfterCreate } from '../../registry/contract/after-create.js';
import { InstallHandler } from './handlers/install.js';
import { projectToolsKey, type ProjectTools } from './project-tools.js';

/** `plugin new --install` and `skill new --install`: the new plugin is installed from its folder into the project around it. */
@injectable()
export class InstallCreated implements AfterCreate {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async created(folder: string, context: Context): Promise<void> {
    const { project, plugins, nextSteps } = await new InstallHandler(this.tools).run(
      { source: [`file:${folder}`] },
      context,
    );
    const names = plugins
      .filter(({ action }) => action !== 'unchanged')
      .map(({ name, version }) => `${name} ${version}`);
    if (names.length > 0) context.progress.note(`Installed ${names.join(', ')} into ${project}.`);
    for (const step of nextSteps) context.progress.note(`Next: ${step}`);
  }
}
