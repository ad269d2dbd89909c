import { hostKey, invalidInput, type Caller, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
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
import type { Mask } from '../logs/masked-text.js';
import { RunLog } from '../logs/run-log.js';
import { LaunchRun } from '../runs/launch-run.entity.js';
import { skillInRepository, type SkillInRepository } from '../runs/wanted-skill.js';
import { mapTexts, storable } from '../../../../toolbox/storable.js';
import type { WorkerAgent } from '../../contract/worker-agents.js';
import { AgentsOfWorker } from './agents-of-worker.js';
import { prepareSkill, skillInClone, type SkillInside, type SkillToRun } from './skill-to-run.js';

/** Reads every version that moderation has passed. The caller's right to read the plugin was checked when the launch was requested. */
const SYSTEM: Caller = { kind: 'system', id: null, label: 'launch' };
const DEFAULT_MINUTES = 60;
const MOST_MINUTES = 1440;
/** Hosts that the log names as refused. */
const MOST_REFUSED = 100;

/** What is known before anything starts. */
export interface Readied {
  readonly agent: WorkerAgent;
  readonly variables: Readonly<Record<string, string>>;
  readonly limits: SandboxLimits;
  /** Seconds that the agent may take. */
  readonly seconds: number;
  /** The files of a published skill's plugin, as a `.tgz`. */
  readonly archive: Uint8Array | undefined;
  /** There is no sandbox, and the operator allows that. */
  readonly unsandboxed: boolean;
}

/** What a worker needs for a launch. */
@injectable()
export class LaunchTools {
  constructor(
    @inject(sandboxesKey) private readonly sandboxes: Sandboxes,
    @inject(AgentsOfWorker) private readonly agents: AgentsOfWorker,
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
    const variables = await this.agents.variables(environmentId, workspaceId);
    return {
      unsandboxed: await this.agents.isUnsandboxed(),
      agent: await this.agents.find(run.agent),
      variables,
      limits: this.sandboxes.limits(),
      seconds: this.#minutes() * 60,
      archive: await this.#archiveOf(run, signal),
    };
  }

  log(run: LaunchRun, mask: Mask): RunLog {
    const { unitOfWork, reads, host } = this;
    return new RunLog(run, mask, { unitOfWork, reads, host });
  }

  open(
    run: LaunchRun,
    { agent, variables, unsandboxed }: Readied,
    { log, signal }: { readonly log: RunLog; readonly signal: AbortSignal },
  ): Promise<Sandbox> {
    const refused = new Set<string>();
    if (unsandboxed) log.say('The agent runs without a sandbox: SVC_LAUNCH_UNSANDBOXED is set.');
    return this.agents.open({
      agent,
      variables,
      repositories: [run.repo],
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
  install(
    { installFrom }: SkillInside,
    { sandbox, run }: { readonly sandbox: Sandbox; readonly run: LaunchRun },
    clone: string,
  ): Promise<void> {
    const { agent, skill: named } = run;
    return this.agents.install(sandbox, { folder: installFrom, agent, cwd: clone, named });
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

  async #archiveOf({ skill }: LaunchRun, signal: AbortSignal): Promise<Uint8Array | undefined> {
    if (skillInRepository(skill) !== undefined) return undefined;
    const [ref = ''] = skill.split('#');
    return this.contents.read({ ref, caller: SYSTEM }, signal, ({ files }) =>
      this.format.pack({ files }),
    );
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
