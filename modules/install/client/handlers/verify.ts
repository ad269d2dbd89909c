import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { VerifyInput } from '../../contract/inputs.js';
import type { VerifyReport } from '../../contract/results.js';
import { projectToolsKey, type ProjectTools } from '../project-tools.js';
import { chosenScope } from './scopes.js';

/** `svc verify-install`. */
@injectable()
export class VerifyHandler implements Handler<VerifyInput, VerifyReport> {
  constructor(@inject(projectToolsKey) private readonly tools: ProjectTools) {}

  async run({ global, repair }: VerifyInput, context: Context): Promise<VerifyReport> {
    const scope = await chosenScope(context, { global, agents: this.tools.agents() });
    const installer = await this.tools.installer(context, scope);
    const found = await installer.verify();
    if (repair !== true || found.differences.length === 0)
      return { project: scope.root, ...found, repaired: [] };
    const unlocked = found.differences.flatMap(({ plugin, kind }) =>
      kind === 'unlocked' && plugin !== null ? [plugin] : [],
    );
    const { written } = await installer.run({ sync: true, frozen: true, removed: unlocked });
    return { project: scope.root, ...(await installer.verify()), repaired: written };
  }
}
