import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { chosenAgent } from '../../agents/chosen-agent.js';
import { requireKeys } from '../../agents/keys.js';
import type {
  AgentRequest,
  HeldEnvironments,
  RunWithEnvironment,
} from '../../contract/held-environments.js';
import type { LaunchAgentFacts } from '../../contract/launch-agents.js';
import { Environments } from './environments.js';

const BYTES = 32;

const derived = promisify(scrypt) as (text: string, salt: string, bytes: number) => Promise<Buffer>;

/** What other modules do with environments. */
@injectable()
export class HeldEnvironmentsOfRuns implements HeldEnvironments {
  constructor(
    @inject(Environments) private readonly environments: Environments,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(extensionsKey) private readonly extensions: Extensions,
  ) {}

  async requireAgent({ agent, environmentId: id, workspaceId, ways }: AgentRequest) {
    const { facts } = await chosenAgent(agent, this.extensions);
    const names =
      id === null
        ? []
        : await this.environments.keyNames({ id: id.toLowerCase(), workspaceId, namedOnly: false });
    requireKeys(facts, names, { of: 'run', ways });
    return facts satisfies LaunchAgentFacts;
  }

  async fingerprint({
    environmentId,
    workspaceId,
  }: Pick<AgentRequest, 'environmentId' | 'workspaceId'>): Promise<string> {
    if (environmentId === null) return '';
    const variables = await this.environments.open(environmentId.toLowerCase(), workspaceId);
    const entries = Object.entries(variables).sort(([one], [other]) => (one < other ? -1 : 1));
    // a value may be a password that a list of passwords has
    const hash = await derived(JSON.stringify(entries), workspaceId, BYTES);
    return hash.toString('hex');
  }

  async hold(run: RunWithEnvironment): Promise<void> {
    await this.unitOfWork.run((manager) => this.environments.holdForRun(manager, run));
  }

  async release(runId: string): Promise<void> {
    await this.unitOfWork.run((manager) => this.environments.release(manager, runId));
  }
}
