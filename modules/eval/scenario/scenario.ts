import type { JsonValue } from '../../../toolbox/json-value.js';

/** What a criterion is about. */
export const categories = [
  'INTENT',
  'DESIGN',
  'MUST_NOT',
  'MINIMALITY',
  'REUSE',
  'INTEGRATION',
  'EDGE_CASE',
] as const;
export type Category = (typeof categories)[number];

/** What decides a criterion without a judge. Paths are relative to the folder in which the solution is. */
export type Check =
  /** Whether a file is there, or with `exists: false` whether it is not. */
  | { readonly type: 'file'; readonly path: string; readonly exists: boolean }
  /** Whether a file has text that a pattern (RE2) matches, or with `absent` none. A file that is missing fails both. */
  | {
      readonly type: 'pattern';
      readonly path: string;
      readonly pattern: string;
      readonly absent: boolean;
    }
  /** Whether a file is JSON that a schema (draft 2020-12) accepts. */
  | { readonly type: 'schema'; readonly path: string; readonly schema: unknown }
  /** Whether a command of a shell ends with an exit code. */
  | { readonly type: 'command'; readonly command: string; readonly exitCode: number };

export interface Criterion {
  readonly name: string;
  readonly description: string;
  readonly maxScore: number;
  readonly category: Category | undefined;
  readonly check: Check | undefined;
  /** Where it stands. */
  readonly at: JsonValue;
}

/** Files that a solution begins with. `include` and `exclude` are patterns as in a `.gitignore`; without `include` everything is. */
interface FixtureFiles {
  /** Folder below the one in which the solution is; `.` is that folder. */
  readonly installPath: string;
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[];
}

export type Fixture = FixtureFiles &
  (
    | { readonly type: 'commit'; readonly repoUrl: string; readonly ref: string }
    /** `path` is relative to the scenario's folder. */
    | { readonly type: 'directory'; readonly path: string }
  ) & { readonly at: JsonValue };

/** A task for an agent and what its solution is scored by. */
export interface Scenario {
  /** The text of `task.md`. */
  readonly task: string;
  /** What the scenario is about, for who scores. */
  readonly context: string;
  readonly criteria: readonly Criterion[];
  readonly description: string | undefined;
  /** By their names, in the order in which they are put down. */
  readonly fixtures: ReadonlyMap<string, Fixture>;
  /** Paths in the scenario's folder that are put down after the fixtures, at the same paths; `resources` among them if it is there. */
  readonly include: readonly string[];
  /** Scripts in the scenario's folder that are run after that, in this order. */
  readonly setup: readonly string[];
}
