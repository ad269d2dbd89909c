import { defineClassPoint, type Context } from 'svc-registry/kernel';
import type { ProjectMode } from './agent-ids.js';

/** Where something that shall be installed comes from. */
export type CandidateSource =
  | { readonly kind: 'registry'; readonly version: string }
  | {
      readonly kind: 'git';
      /** Such as `github.com`, with the port where there is one. */
      readonly host: string;
      /** `<org>/<repo>`, with groups between them where the host has those. */
      readonly path: string;
      /** The full hash of the commit; `undefined` as long as nothing was fetched. */
      readonly commit: string | undefined;
    }
  | {
      readonly kind: 'file';
      /** Absolute. */
      readonly folder: string;
    };

/** Something that shall be installed and is not yet. */
export interface InstallCandidate {
  /** `<workspace>/<plugin>`; of a repository that nothing was fetched of yet its address. */
  readonly name: string;
  readonly source: CandidateSource;
  /** The lock names exactly this: it was installed before. */
  readonly locked: boolean;
}

/** What the plugins are installed into. */
export interface PolicyScope {
  /** Name of the project as svc.json says; a linked one is `<workspace>/<project>`. */
  readonly project: string | undefined;
  /** `null` for the user's own plugins. */
  readonly mode: ProjectMode | null;
}

/** The call that installs, and what it installs for. */
export type PolicyContext = Pick<Context, 'signal' | 'invoke' | 'cwd' | 'progress'> & {
  readonly scope: PolicyScope;
};

/** What a policy says about a candidate. */
export interface PolicyFinding {
  /** Name of the candidate. */
  readonly name: string;
  /** `block`: it is not installed, whatever flags say. `warn`: a person decides, or `--accept-warnings` does. */
  readonly level: 'block' | 'warn';
  /** Id of the rule, such as `sourceRestriction`. */
  readonly rule: string;
  /** One sentence: what is wrong. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** For a version that is too new: the one to take instead. `--strict` fails instead. */
  readonly fallbackVersion?: string;
}

/** Says what may be installed. Of the client facet. */
export interface InstallPolicy {
  /**
   * Called with each repository before anything is fetched from it, when only what blocks counts, and then with everything that was fetched anew,
   * before anything of it is written. Throws when it cannot decide: nothing is fetched or installed then.
   */
  judge(
    candidates: readonly InstallCandidate[],
    context: PolicyContext,
  ): Promise<readonly PolicyFinding[]>;
}

/**
 * Policies that decide what may be installed. Every policy judges every candidate, on the user's machine (client facet); the strictest
 * finding counts.
 */
export const installPoliciesPoint = defineClassPoint<InstallPolicy>('install.policies');
