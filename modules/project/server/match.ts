import type { MatchOutcome, RepairAction } from '../contract/project-view.js';

/** What decides how two projects fit: who they are, and whether the first is bound to a source. */
export interface Candidate {
  readonly id: string;
  readonly sourceKey: string | null;
}

export interface Candidates {
  /** The project of the name that the folder gives. */
  readonly byName: Candidate | null;
  /** The project of the source that the folder has. */
  readonly bySource: Candidate | null;
  /** Whether the folder gives a name, and has a source. */
  readonly named: boolean;
  readonly sourced: boolean;
}

/** How name and source of a folder fit what the server knows (registry-reference.md, "Objects": outcomes of validation). */
export function outcomeOf({ byName, bySource, sourced }: Candidates): MatchOutcome {
  if (byName !== null && bySource !== null) return byName.id === bySource.id ? 'match' : 'conflict';
  if (byName !== null) return sourced && byName.sourceKey !== null ? 'provenance_drift' : 'match';
  return bySource === null ? 'full_mismatch' : 'locator_drift';
}

/** What would mend an outcome, likeliest first. */
export function actionsFor(outcome: MatchOutcome, { named }: Candidates): readonly RepairAction[] {
  switch (outcome) {
    case 'match':
      return [];
    case 'locator_drift':
      return named ? ['relink', 'update_name'] : ['relink'];
    case 'provenance_drift':
      return ['update_source', 'create'];
    case 'conflict':
      return ['relink'];
    case 'full_mismatch':
      return ['create'];
  }
}
