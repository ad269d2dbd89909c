import {
  extensionsKey,
  hostKey,
  invalidInput,
  type Caller,
  type Extensions,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { agentsPoint } from '../../../install/contract/agents.js';
import { outboundKey, type Outbound } from '../../../outbound/contract/index.js';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import { contentsKey, type ContentsReader } from '../../../registry/contract/contents.js';
import { pluginFormatKey, type PluginFormat } from '../../../registry/contract/plugin-format.js';
import {
  sandboxesKey,
  type Sandbox,
  type Sandboxes,
  type SandboxLimits,
} from '../../../sandbox/contract/index.js';
import { chosenAgent, type ChosenAgent } from '../../agents/chosen-agent.js';
import { findProgram } from '../../agents/find-program.js';
import { agentProgramMissing } from '../../contract/agent-errors.js';
import type { LaunchNeeds } from '../../contract/launch-agents.js';
import { cloudRunsRefused, skillNotInstalled } from '../../contract/launch-errors.js';
import { printableWithin } from '../../preparation/index.js';
import { Environments } from '../environments/environments.js';
import type { Mask } from '../logs/masked-text.js';
import { RunLog } from '../logs/run-log.js';
import { LaunchRun } from '../runs/launch-run.entity.js';
import { skillInRepository, type SkillInRepository } from '../runs/wanted-skill.js';
import { mapTexts, storable } from '../storable.js';
import { hostsFor, type WorkersAgent } from './agent-run.js';
import { programBinds, svcBinds } from './binds.js';
import { lastLine, runInside } from './inside.js';
import { prepareSkill, skillInClone, type SkillInside, type SkillToRun } from './skill-to-run.js';

/** Reads what moderation lets through, whoever may see it: the caller's rights were checked when the launch was requested. */
const SYSTEM: Caller = { kind: 'system', id: null, label: 'launch' };
const NOTHING: LaunchNeeds = { programs: [], env: {} };
const INSTALL_SECONDS = 120;
const DEFAULT_MINUTES = 60;
const MOST_MINUTES = 1440;
/** Hosts that the log names as refused. */
const MOST_REFUSED = 100;

/** What is known before anything starts. */
export interface Readied {
  readonly agent: WorkersAgent;
  readonly variables: Readonly<Record<string, string>>;
  readonly limits: SandboxLimits;
  /** Seconds that the agent may take. */
  readonly seconds: number;
  /** The files of a published skill's plugin, as a `.tgz`. */
  readonly archive: Uint8Array | undefined;
  /** `svc` itself, which installs the skill. */
  readonly svc: string;
  /** There is no sandbox, and the operator allows that. */
  readonly unsandboxed: boolean;
}

/** What a worker needs for a launch. */
@injectable()
export class LaunchTools {
  constructor(
    @inject(sandboxesKey) private readonly sandboxes: Sandboxes,
    @inject(Environments) private readonly environments: Environments,
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(contentsKey) private readonly contents: ContentsReader,
    @inject(pluginFormatKey) private readonly format: PluginFormat,
    @inject(outboundKey) private readonly outbound: Outbound,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Throws what would make the launch useless, before anything starts. */
  async ready(run: LaunchRun, signal: AbortSignal): Promise<Readied> {
    const { environmentId, workspaceId } = run;
    const variables =
      environmentId === null ? {} : await this.environments.open(environmentId, workspaceId);
    return {
      unsandboxed: await this.#isUnsandboxed(),
      agent: await this.#agentOf(run),
      variables,
      limits: this.sandboxes.limits(),
      seconds: this.#minutes() * 60,
      archive: await this.#archiveOf(run, signal),
      svc: this.#svc(),
    };
  }

  log(run: LaunchRun, mask: Mask): RunLog {
    const { unitOfWork, reads, host } = this;
    return new RunLog(run, mask, { unitOfWork, reads, host });
  }

  open(
    run: LaunchRun,
    { agent, variables, limits, svc, unsandboxed }: Readied,
    { log, signal }: { readonly log: RunLog; readonly signal: AbortSignal },
  ): Promise<Sandbox> {
    const file = agent.agent.file;
    const binds = [
      ...svcBinds(svc),
      ...[agent.program, ...agent.needs.programs].flatMap(programBinds),
      ...(file === undefined ? [] : [{ from: file, to: file }]),
    ];
    const distinct = new Map(binds.map((bind) => [bind.to, bind]));
    const refused = new Set<string>();
    if (unsandboxed) log.say('The agent runs without a sandbox: SVC_LAUNCH_UNSANDBOXED is set.');
    return this.sandboxes.open({
      limits,
      hosts: hostsFor(run, agent, variables),
      binds: [...distinct.values()],
      unsandboxed,
      onRefused: (host) => {
        // an agent may try again and again
        if (refused.has(host) || refused.size === MOST_REFUSED) return;
        refused.add(host);
        log.say(`A connection to ${host} was refused: the operator does not allow that host.`);
      },
      signal,
    });
  }

  skillInClone(sandbox: Sandbox, clone: string, asked: SkillInRepository): Promise<SkillInside> {
    return skillInClone({ sandbox, format: this.format }, clone, asked);
  }

  prepare(
    inside: SkillInside,
    going: {
      readonly sandbox: Sandbox;
      readonly run: LaunchRun;
      readonly attempt: { readonly signal: AbortSignal };
    },
  ): Promise<SkillToRun> {
    const { format, outbound } = this;
    const { sandbox, run, attempt } = going;
    return prepareSkill(inside, { sandbox, run, format, outbound, signal: attempt.signal });
  }

  /** Installs the skill's plugin in the clone, for the agent. Throws `skill_not_installed`. */
  async install(
    { installFrom }: SkillInside,
    {
      sandbox,
      svc,
      run,
    }: Pick<Readied, 'svc'> & { readonly sandbox: Sandbox; readonly run: LaunchRun },
    clone: string,
  ): Promise<void> {
    const isKnown = this.extensions.of(agentsPoint).some(({ id }) => id === run.agent);
    const agent = isKnown ? run.agent : 'agents';
    const ended = await runInside(sandbox, {
      program: svc,
      args: ['install', `file:${installFrom}`, '--agent', agent, '--yes'],
      cwd: clone,
      env: { NO_COLOR: '1' },
      seconds: INSTALL_SECONDS,
    });
    if (ended.code === 0) return;
    const said = printableWithin(ended.stderr.trim() || lastLine(ended.stdout), 2000);
    throw skillNotInstalled({ skill: run.skill, said });
  }

  /** Stores what is known now, for those who follow the launch. */
  async notePrepared(
    { id, attempt }: LaunchRun,
    known: { readonly commit: string; readonly skill: SkillToRun; readonly sandboxed: boolean },
  ): Promise<void> {
    const { commit, sandboxed, skill } = known;
    const values: object = {
      commit,
      sandboxed,
      inputSchema: mapTexts(skill.schemas.inputs ?? null, storable),
      outputSchema: mapTexts(skill.schemas.output ?? null, storable),
    };
    await this.unitOfWork.run((manager) =>
      manager.update(LaunchRun, { id, attempt, state: 'running' }, values),
    );
  }

  async #isUnsandboxed(): Promise<boolean> {
    const state = await this.sandboxes.state();
    if (state.works) return false;
    if (this.host.env['SVC_LAUNCH_UNSANDBOXED'] === '1') return true;
    throw cloudRunsRefused({ why: state.message });
  }

  async #agentOf({ agent }: LaunchRun): Promise<WorkersAgent> {
    const chosen: ChosenAgent = await chosenAgent(agent, this.extensions);
    const { facts } = chosen;
    const { env, program: self } = this.host;
    const own = facts.self === true ? self : undefined;
    const program = own ?? (await findProgram(facts.programs, env['PATH']));
    if (program === undefined) throw agentProgramMissing(facts);
    const needs = (await chosen.agent.needs?.({ env })) ?? NOTHING;
    return { ...chosen, program, needs };
  }

  async #archiveOf({ skill }: LaunchRun, signal: AbortSignal): Promise<Uint8Array | undefined> {
    if (skillInRepository(skill) !== undefined) return undefined;
    const [ref = ''] = skill.split('#');
    return this.contents.read({ ref, caller: SYSTEM }, signal, ({ files }) =>
      this.format.pack({ files }),
    );
  }

  #svc(): string {
    const { program } = this.host;
    if (program === undefined)
      throw new Error('a worker needs the program svc, which installs skills');
    return program;
  }

  #minutes(): number {
    const text = this.host.env['SVC_LAUNCH_MINUTES'] ?? '';
    const minutes = text === '' ? DEFAULT_MINUTES : Number(text);
    if (minutes > 0 && minutes <= MOST_MINUTES) return minutes;
    throw invalidInput({
      what: `SVC_LAUNCH_MINUTES is "${text}".`,
      hint: `Set it to a number of minutes, at most ${MOST_MINUTES}.`,
    });
  }
}
