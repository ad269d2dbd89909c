import type { Context } from 'svc-registry/kernel';
import type { Agent } from '../agents/agents.js';
import type { ManagedFiles } from '../project/managed-files.js';
import type { LockedPlugin } from '../project/lock-file.js';
import type { Scope } from '../project/scope.js';
import type { Changes } from '../transaction/changes.js';
import type { MakeLink } from '../transaction/folder-link.js';
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
  /** Every agent there is: what was written for one that is no longer chosen is taken back. */
  readonly known: readonly Agent[];
  /** Every plugin of the lock, by name: entries that are committed stay also where their plugin is not in place yet. */
  readonly locked: ReadonlyMap<string, LockedPlugin>;
  /**
   * Names of those whose files are not in place, so that only the lock says what they start. Nothing is written on its word alone; what was written
   * for them before stays as it is.
   */
  readonly unproven?: ReadonlySet<string>;
  /** The plugins that are in place or staged, by name. */
  readonly plugins: ReadonlyMap<string, LockedPlugin>;
  /** Which skills of a plugin are linked; `undefined` means all. */
  readonly selection: ReadonlyMap<string, readonly string[] | undefined>;
  /** What was written until now. */
  readonly before: ManagedFiles;
  readonly env: Context['env'];
  /** How agents start this program. */
  readonly program: SvcProgram;
  /** How committed entries start it, in a frozen install: such an entry is left where it stands, and none is written so. */
  readonly committed?: SvcProgram | undefined;
  /** How links are made, where not as the system does it. */
  readonly makeLink?: MakeLink | undefined;
  readonly warn: (text: string) => void;
  /** Also create the instruction files that are created only when a person agrees. */
  readonly makeInstructions?: boolean | undefined;
  /** What comes and goes with this command: what agents cannot take of that is reported. Left out: everything is new. */
  readonly news?: News;
}

interface News {
  /** Names of plugins with new content. */
  readonly plugins: ReadonlySet<string>;
  /** Ids of agents that were not chosen before. */
  readonly agents: ReadonlySet<string>;
  /** The last plugin goes with this command. */
  readonly emptied: boolean;
}

/** The agents to report on: those that are new, and all when one of the plugins is. */
export function newsOf<T extends Pick<Agent, 'id'>>(
  { news }: Pick<WiringJob, 'news'>,
  agents: readonly T[],
  plugins: readonly string[],
): readonly T[] {
  if (news === undefined || plugins.some((name) => news.plugins.has(name))) return agents;
  return agents.filter(({ id }) => news.agents.has(id));
}
