import type { PermissionMode } from '../contract/modes.js';

/** The variable by which `svc agent` tells its extension of pi how to behave, as JSON. It holds no secret: commands of the agent see it too. */
export const OPTIONS_VARIABLE = 'SVC_AGENT_SESSION';

/** Hash by name: an entry of the project's `.mcp.json` is started only as long as it is what was agreed to. */
export type AgreedEntries = Readonly<Record<string, string>>;

export interface SessionOptions {
  readonly mode: PermissionMode;
  /** The project's folder, links followed. */
  readonly root: string;
  /** The user's home folder. */
  readonly home: string;
  readonly memory: boolean;
  /** Whether pi's own tools are on. */
  readonly builtInTools: boolean;
  /** Files with tool servers; of the project's only those that were agreed to. */
  readonly userServers: string;
  readonly projectServers: string;
  readonly agreed: AgreedEntries;
  /** Paths below the project in which a change would give a program rights later: relative, with `/`. */
  readonly guarded: readonly string[];
}
