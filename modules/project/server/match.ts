import type { MatchOutcome, RepairAction } from '../contract/project-view.js';

/** What the match of two projects depends on: their ids, and whether the first has a source. */
export interface Candidate {
  readonly id: string;
  readonly sourceKey: string | null;
}

export interface Candidates {
  /** The project with the name that the folder gives. */
  readonly byName: Candidate | null;
  /** The project with the source of the folder. */
  readonly bySource: Candidate | null;
  /** Whether the folder gives a name (`named`) and has a source (`sourced`). */
  readonly named: boolean;
  readonly sourced: boolean;
}

/** How the name and source of a folder match the projects on the server (registry-reference.md, "Objects": outcomes of validation). */
export function outcomeOf({ byName, bySource, sourced }: Candidates): MatchOutcome {
  if (byName !== null && bySource !== null) return byName.id === bySource.id ? 'match' : 'conflict';
  if (byName !== null) return sourced && byName.sourceKey !== null ? 'provenance_drift' : 'match';
  return bySource === null ? 'full_mismatch' : 'locator_drift';
}

/** The actions that would resolve an outcome, likeliest first. */
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
