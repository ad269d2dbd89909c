import type { ToolCall } from '../model-server/protocol.js';
import type { ProgramId, ScratchProject } from '../scratch-project.js';
import type { VendorForm } from '../vendor/forms.js';

/** What can be seen of our work in one run of an agent. */
export const aspects = [
  'skill',
  'rule',
  'subagent',
  'toolServer',
  'variables',
  'hook',
  'events',
] as const;
export type Aspect = (typeof aspects)[number];

/** All but some. */
export const allBut = (...left: readonly Aspect[]): readonly Aspect[] =>
  aspects.filter((aspect) => !left.includes(aspect));

/** The events besides `PreToolUse`. */
export const otherEvents = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop'] as const;
export type OtherEvent = (typeof otherEvents)[number];

/** Where `svc install` puts things: into the project, or with `--global` into the user's home. */
export const scopes = ['project', 'user'] as const;
export type Scope = (typeof scopes)[number];

/** A step that a person takes before the agent reads what a project brings. */
export interface TrustStep {
  /** What the person does, and how it was done here. */
  readonly step: string;
  /** What the agent ignores until then. */
  readonly ignoredWithout: readonly Aspect[];
  give(scratch: ScratchProject): Promise<void>;
}

/** What must hold in one scope. */
export interface Claims {
  readonly aspects: readonly Aspect[];
  readonly trust?: TrustStep;
}

/** A tool of a server that stands in the agent's configuration. */
export interface ServerTool {
  readonly server: string;
  readonly tool: string;
}

/** The agent's own command that lists the tool servers that it knows. It asks no model. */
export interface Listing {
  readonly args: readonly string[];
  /** What it says of our server. */
  readonly says: RegExp;
  /** Whether it starts the server to find out whether it works. */
  readonly starts: boolean;
  /** What a person has said before in a session of the agent, besides any step of trust. */
  approve?(scratch: ScratchProject, scope: Scope): Promise<void>;
}

/** A plugin of another vendor: how it is written, how it is installed, and how a person calls its command. */
export interface VendorPlugin {
  readonly form: VendorForm;
  /** Installs the plugin of a folder by the agent's own installer; left out where svc installs it. */
  ownInstaller?(scratch: ScratchProject, plugin: string): Promise<void>;
  /** What a person types; left out where the agent has no commands of plugins. */
  readonly command?: string;
}

/** Arguments of the agent's program, and variables besides those of the scratch project. */
export interface Start {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** One agent: how it is started, pointed at our model and trusted, and what we claim of it. */
export interface AgentRow {
  /** Its name in the table and on the command line. */
  readonly id: string;
  readonly program: ProgramId;
  /** What is started, where that is not the program itself. */
  readonly starts?: 'svc';
  /** What `svc init --agent` is given. */
  readonly agents: readonly string[];
  /** What we claim. An aspect that is left out is one that `svc` does not install for this agent. */
  readonly claims: Readonly<Partial<Record<Scope, Claims>>>;
  /** Tells the agent where the model is, in files of its home. */
  prepare?(scratch: ScratchProject, model: string): Promise<void>;
  /** A run of one task that asks nobody. */
  start(model: string, task: string): Start;
  /** A session in a terminal, into which a command is typed where a run knows none. */
  session?(model: string): Start;
  readonly lists?: Listing;
  /** The call by which its model runs a shell command. */
  shell(command: string): ToolCall;
  /** What the model is shown of the skills, where that is not the description of the one. */
  readonly skillTraces?: readonly string[];
  /** The plugin is one of another vendor, in a project. */
  readonly vendorPlugin?: VendorPlugin;
  /** Events that do not come in a run like this one, or of whose hooks the model is not told. */
  readonly missing?: readonly OtherEvent[];
  readonly untold?: readonly (OtherEvent | 'PreToolUse')[];
  /** The calls by which its model uses a tool of a server; more than one where tools are loaded on request. */
  serverTool?(tool: ServerTool): readonly ToolCall[];
}

/** The task that every agent is given. */
export const TASK = 'Make tea.';
