/** How the server code of other modules runs agents on a worker: what a launch in the cloud does, step by step. */
import { serviceKey } from 'svc-registry/kernel';
import type { Sandbox, SandboxCommand, SandboxExit } from '../../sandbox/contract/index.js';
import type { LaunchAgent, LaunchAgentFacts, LaunchNeeds } from './launch-agents.js';

/** An agent whose program is on this worker. */
export interface WorkerAgent {
  readonly id: string;
  readonly facts: LaunchAgentFacts;
  readonly agent: LaunchAgent;
  /** Absolute path of its program. */
  readonly program: string;
  /** What it needs besides. */
  readonly needs: LaunchNeeds;
}

type Variables = Readonly<Record<string, string>>;

/** Replaces secrets wherever they stand. What is encoded in a way of its own cannot be seen. */
export interface SecretMask {
  /** There is nothing to mask. */
  readonly isEmpty: boolean;
  text(text: string): string;
  /** For what a program has written that was killed: its end, where it may be the beginning of a secret, is left out. */
  cutText(text: string): string;
  bytes(bytes: Uint8Array): Uint8Array;
  isIn(bytes: Uint8Array): boolean;
}

/** A sandbox in which an agent is to run, or in which repositories are cloned. */
export interface AgentSandboxRequest {
  /** Left out where none runs. */
  readonly agent?: WorkerAgent;
  /** The agent's: they may name addresses of its models. */
  readonly variables: Variables;
  /** Addresses of repositories that it may connect to. */
  readonly repositories: readonly string[];
  /** Called for each connection that is refused, with `<host>:<port>`. */
  readonly onRefused?: (host: string) => void;
  readonly signal: AbortSignal;
}

/** What an agent is to do. */
export interface HeadlessRun {
  readonly agent: WorkerAgent;
  readonly prompt: string;
  /** `undefined`: the agent's own default. */
  readonly model: string | undefined;
  /** Absolute path inside of the folder that it works in. */
  readonly cwd: string;
  readonly variables: Variables;
  readonly seconds: number;
  readonly onOutput?: SandboxCommand['onOutput'];
}

/** How it ended. */
export interface HeadlessEnd {
  readonly exit: SandboxExit;
  /** It has ended its sandbox, and everything in it is gone. */
  readonly sandboxEnded: boolean;
  /** The text of its last message. */
  readonly answer: string | undefined;
  /** The end of what it wrote to its outputs. */
  readonly stdout: string;
  readonly stderr: string;
}

/** A commit of a repository. */
export interface CommitRequest {
  readonly repo: string;
  /** A branch, a tag, or the hash of a commit or its beginning. */
  readonly ref: string;
  /** `GIT_TOKEN` among them opens private repositories. */
  readonly variables: Variables;
}

/** What is installed in a folder of a sandbox. */
export interface PluginInside {
  /** Absolute path inside of the plugin's folder, or of a lone skill's. */
  readonly folder: string;
  /** Id of the agent that is to read it. */
  readonly agent: string;
  /** Where the agent is going to work. */
  readonly cwd: string;
  /** Names of its skills; default all. */
  readonly skills?: readonly string[];
  /** How people know it, for the error. */
  readonly named: string;
}

/** Agents on this worker. Server only. */
export interface WorkerAgents {
  /** Throws `agent_not_launchable`, `agent_program_missing`, and what an agent says that keeps it from starting. */
  find(id: string): Promise<WorkerAgent>;
  /** The variables of which one has to be set, if none is. */
  missingKeys(agent: Pick<WorkerAgent, 'facts'>, variables: Variables): readonly string[];
  /** The variables of an environment of a workspace; none for `null`. Throws `environment_gone`, `secret_unreadable`, `secrets_unavailable`. */
  variables(environmentId: string | null, workspaceId: string): Promise<Variables>;
  mask(secrets: readonly string[]): SecretMask;
  /**
   * Opens a sandbox with what the agent, git and `svc` need to run. Throws `sandbox_unavailable` where programs cannot be isolated, unless the operator allows to
   * run agents all the same (SVC_LAUNCH_UNSANDBOXED).
   */
  open(request: AgentSandboxRequest): Promise<Sandbox>;
  /** Runs an agent to its end. Throws `sandbox_program_failed`, `sandbox_file_failed`, and the signal's reason. */
  run(sandbox: Sandbox, run: HeadlessRun): Promise<HeadlessEnd>;
  /** Installs a plugin with `svc install`. Throws `skill_not_installed`. */
  install(sandbox: Sandbox, plugin: PluginInside): Promise<void>;
  /**
   * Clones a commit without its history. Answers its hash and the folder, as an absolute path inside. Throws `repository_unavailable`, `repository_empty`,
   * `repository_too_large`, `revision_missing`.
   */
  clone(
    sandbox: Sandbox,
    request: CommitRequest,
  ): Promise<{ readonly commit: string; readonly folder: string }>;
}

export const workerAgentsKey = serviceKey<WorkerAgents>('launch.workerAgents');
