import { serviceKey, type Context } from 'svc-registry/kernel';
import type { InstallCandidate, PolicyScope } from './policies.js';

/** What would be installed, and for which project. */
export interface CandidatesOf extends PolicyScope {
  readonly candidates: readonly InstallCandidate[];
}

/** What other modules may ask about plugins that are not installed yet. Client only. Fetches nothing. */
export interface Candidates {
  /**
   * The sources as a person names them; without any, the plugins of the project around the folder, in the versions of its lock. Throws
   * `source_invalid`, `project_file_invalid`, and `project_missing` where neither names anything.
   */
  of(sources: readonly string[], context: Pick<Context, 'cwd' | 'env'>): Promise<CandidatesOf>;
}

export const candidatesKey = serviceKey<Candidates>('install.candidates');
