import { randomUUID } from 'node:crypto';
import { extensionsKey, hostKey, type Extensions, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { agentsPoint } from '../../../install/contract/agents.js';
import { sandboxesKey, type Sandbox, type Sandboxes } from '../../../sandbox/contract/index.js';
import { chosenAgent } from '../../agents/chosen-agent.js';
import { findProgram } from '../../agents/find-program.js';
import { missingKeys } from '../../agents/keys.js';
import { agentProgramMissing } from '../../contract/agent-errors.js';
import type { LaunchNeeds } from '../../contract/launch-agents.js';
import {
  cloudRunsRefused,
  repositoryAddressInvalid,
  skillNotInstalled,
} from '../../contract/launch-errors.js';
import type {
  AgentSandboxRequest,
  CommitRequest,
  HeadlessEnd,
  HeadlessRun,
  PluginInside,
  WorkerAgent,
  WorkerAgents,
} from '../../contract/worker-agents.js';
import { printableWithin } from '../../preparation/index.js';
import { Environments } from '../environments/environments.js';
import { Mask } from '../logs/masked-text.js';
import { repositoryAddress } from '../runs/repository-address.js';
import { programBinds, svcBinds } from './binds.js';
import { Clone } from './clone.js';
import { runHeadless } from './headless.js';
import { lastLine, runInside } from '../../../sandbox/contract/run-inside.js';
import { hostsFor } from './sandbox-hosts.js';

const NOTHING: LaunchNeeds = { programs: [], env: {} };
const INSTALL_SECONDS = 120;

/** What is no address of a repository is refused when it is to be cloned. */
function addresses(repo: string): readonly string[] {
  try {
    return [repositoryAddress(repo)];
  } catch (error) {
    if (!repositoryAddressInvalid.is(error)) throw error;
    return [];
  }
}

type Variables = Readonly<Record<string, string>>;

/** Agents on this worker, for launches and for other modules. */
@injectable()
export class AgentsOfWorker implements WorkerAgents {
  constructor(
    @inject(sandboxesKey) private readonly sandboxes: Sandboxes,
    @inject(Environments) private readonly environments: Environments,
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async find(id: string): Promise<WorkerAgent> {
    const chosen = await chosenAgent(id, this.extensions);
    const { facts } = chosen;
    const { env, program: self } = this.host;
    const own = facts.self === true ? self : undefined;
    const program = own ?? (await findProgram(facts.programs, env['PATH']));
    if (program === undefined) throw agentProgramMissing(facts);
    const needs = (await chosen.agent.needs?.({ env })) ?? NOTHING;
    return { ...chosen, program, needs };
  }

  missingKeys({ facts }: Pick<WorkerAgent, 'facts'>, variables: Variables): readonly string[] {
    return missingKeys(facts, variables);
  }

  async variables(environmentId: string | null, workspaceId: string): Promise<Variables> {
    return environmentId === null ? {} : this.environments.open(environmentId, workspaceId);
  }

  mask(secrets: readonly string[]): Mask {
    return new Mask(secrets);
  }

  async open(request: AgentSandboxRequest): Promise<Sandbox> {
    const { agent, variables, repositories, onRefused, signal } = request;
    const file = agent?.agent.file;
    const programs = agent === undefined ? [] : [agent.program, ...agent.needs.programs];
    const binds = [
      ...svcBinds(this.svc()),
      ...programs.flatMap(programBinds),
      ...(file === undefined ? [] : [{ from: file, to: file }]),
    ];
    const distinct = new Map(binds.map((bind) => [bind.to, bind]));
    return this.sandboxes.open({
      limits: this.sandboxes.limits(),
      hosts: hostsFor(repositories.flatMap(addresses), agent, variables),
      binds: [...distinct.values()],
      unsandboxed: await this.isUnsandboxed(),
      ...(onRefused !== undefined && { onRefused }),
      signal,
    });
  }

  run(sandbox: Sandbox, run: HeadlessRun): Promise<HeadlessEnd> {
    return runHeadless(sandbox, run);
  }

  async install(sandbox: Sandbox, plugin: PluginInside): Promise<void> {
    const { folder, agent, cwd, named, skills = [] } = plugin;
    const isKnown = this.extensions.of(agentsPoint).some(({ id }) => id === agent);
    const chosen = skills.flatMap((skill) => ['--skill', skill]);
    const ended = await runInside(sandbox, {
      program: this.svc(),
      args: [
        ...['install', `file:${folder}`, '--agent', isKnown ? agent : 'agents', '--yes'],
        ...chosen,
      ],
      cwd,
      env: { NO_COLOR: '1' },
      seconds: INSTALL_SECONDS,
    });
    if (ended.code === 0) return;
    const said = printableWithin(ended.stderr.trim() || lastLine(ended.stdout), 2000);
    throw skillNotInstalled({ skill: named, said });
  }

  async clone(sandbox: Sandbox, { repo, ref, variables }: CommitRequest) {
    const revision = { repo: repositoryAddress(repo), baseBranch: null, snapshot: ref };
    const mask = this.mask(Object.values(variables));
    const name = `repository-${randomUUID()}`;
    const clone = new Clone(sandbox, revision, this.sandboxes.limits(), { variables, mask, name });
    return { commit: await clone.make(), folder: clone.folder };
  }

  /** Whether programs are not isolated here and the operator allows that. Throws `sandbox_unavailable`. */
  async isUnsandboxed(): Promise<boolean> {
    const state = await this.sandboxes.state();
    if (state.works) return false;
    if (this.host.env['SVC_LAUNCH_UNSANDBOXED'] === '1') return true;
    throw cloudRunsRefused({ why: state.message });
  }

  /** `svc` itself, which installs skills. */
  private svc(): string {
    const { program } = this.host;
    if (program === undefined)
      throw new Error('a worker needs the program svc, which installs skills');
    return program;
  }
}
