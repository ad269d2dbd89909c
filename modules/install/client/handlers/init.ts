import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { InitInput } from '../../contract/inputs.js';
import type { ProjectChange } from '../../contract/results.js';
import { askForAgents } from '../agents/choose-agents.js';
import { readProjectManifest } from '../project/project-manifest.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';

@injectable()
export class InitHandler implements Handler<InitInput, ProjectChange> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async run(input: InitInput, context: Context): Promise<ProjectChange> {
    const root = context.cwd;
    const manifest = await readProjectManifest(root);
    const agents = input.agent ?? manifest?.agents ?? (await askForAgents(root, context.ask));
    const { installer } = await this.tools.installer(context);
    const change = await installer.run({ root, agents, ...(input.name !== undefined && { projectName: input.name }) }, context);
    if (manifest === undefined || manifest.dependencies.size === 0)
      change.nextSteps.push('svc search, then svc install <workspace>/<plugin>');
    return change;
  }
}
