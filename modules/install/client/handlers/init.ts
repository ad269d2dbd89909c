import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { InitInput } from '../../contract/inputs.js';
import type { ProjectChange } from '../../contract/results.js';
import { askForAgents } from '../agents/choose-agents.js';
import { readProjectManifest } from '../project/project-manifest.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { newProject } from './scopes.js';

@injectable()
export class InitHandler implements Handler<InitInput, ProjectChange> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async run(input: InitInput, context: Context): Promise<ProjectChange> {
    const scope = await newProject(context.cwd);
    const manifest = await readProjectManifest(scope);
    const { installer, agents: known } = await this.tools.installer(context);
    const agents = input.agent ?? manifest?.agents ?? (await askForAgents(scope, known, context.ask));
    const change = await installer.run({ scope, agents, ...(input.name !== undefined && { projectName: input.name }) }, context);
    if (manifest === undefined || manifest.dependencies.size === 0)
      change.nextSteps.push('svc search, then svc install <workspace>/<plugin>');
    return change;
  }
}
