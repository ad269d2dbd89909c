import type { Context } from 'svc-registry/kernel';
import type { Agent } from '../agents/agents.js';
import type { ManagedFiles } from '../project/managed-files.js';
import type { LockedPlugin } from '../project/lock-file.js';
import type { Scope } from '../project/scope.js';
import type { Changes } from '../transaction/changes.js';
import type { AgentFiles } from './agent-files.js';
import type { SvcProgram } from './svc-program.js';

/** Everything that the writers of agents' files work from. Each writes one section of the managed files and returns its new records. */
export interface WiringJob {
  readonly scope: Scope;
  readonly changes: Changes;
  /** Agents' configuration files. */
  readonly files: AgentFiles;
  /** The agents that the scope is set up for. */
  readonly agents: readonly Agent[];
  /** Every known agent: entries of agents that are no longer chosen are removed. */
  readonly known: readonly Agent[];
  /** Every plugin of the lock, by name: committed entries stay even if their plugin is not installed yet. */
  readonly locked: ReadonlyMap<string, LockedPlugin>;
  /**
   * Names of plugins whose files are missing or changed. The lock's word alone is not enough to write entries; existing entries
   * for them stay as they are.
   */
  readonly unproven?: ReadonlySet<string>;
  /** The plugins that are in place or staged, by name. */
  readonly plugins: ReadonlyMap<string, LockedPlugin>;
  /** Which skills of a plugin are linked; `undefined` means all. */
  readonly selection: ReadonlyMap<string, readonly string[] | undefined>;
  /** The managed files before the command. */
  readonly before: ManagedFiles;
  readonly env: Context['env'];
  /** Whether agents get svc's own tool server. */
  readonly ownServer: boolean;
  /** How agents start this program. */
  readonly program: SvcProgram;
  /** How committed entries start it, in a frozen install: such an entry is kept where it exists, but none is written. */
  readonly committed?: SvcProgram | undefined;
  /** Whether nothing is to change that works somewhere: what another system wrote is accepted as it is. */
  readonly frozen?: boolean | undefined;
  readonly warn: (text: string) => void;
  /** Also create the instruction files that are created only when a person agrees. */
  readonly makeInstructions?: boolean | undefined;
  /** The command's changes, whose problems are reported. Left out: everything is new. */
  readonly news?: News;
}

interface News {
  /** Names of plugins with new content. */
  readonly plugins: ReadonlySet<string>;
  /** Ids of agents that were not chosen before. */
  readonly agents: ReadonlySet<string>;
  /** The command removes the last plugin. */
  readonly emptied: boolean;
}

/** The agents to report on: the new ones, or all if one of the plugins is new. */
export function newsOf<T extends Pick<Agent, 'id'>>(
  { news }: Pick<WiringJob, 'news'>,
  agents: readonly T[],
  plugins: readonly string[],
): readonly T[] {
  if (news === undefined || plugins.some((name) => news.plugins.has(name))) return agents;
  return agents.filter(({ id }) => news.agents.has(id));
}
