import { describe, expect, it } from '@jest/globals';
import { actionsFor, outcomeOf, type Candidate } from './match.js';

const web: Candidate = { id: '1', sourceKey: 'a' };
const other: Candidate = { id: '2', sourceKey: 'b' };
const unbound: Candidate = { id: '3', sourceKey: null };

/** Name's project, source's project, whether the folder has a source → outcome and what helps a folder that gives a name. */
const table = [
  [web, web, true, 'match', []],
  [web, null, false, 'match', []],
  [unbound, null, true, 'match', []],
  [web, null, true, 'provenance_drift', ['update_source', 'create']],
  [null, web, true, 'locator_drift', ['relink', 'update_name']],
  [web, other, true, 'conflict', ['relink']],
  [unbound, other, true, 'conflict', ['relink']],
  [null, null, true, 'full_mismatch', ['create']],
  [null, null, false, 'full_mismatch', ['create']],
] as const;

describe('what a folder says of its project', () => {
  it.each(table)('%j by name and %j by source (source: %j) is %s', (...row) => {
    const [byName, bySource, sourced, outcome, actions] = row;
    const candidates = { byName, bySource, sourced, named: true };
    expect(outcomeOf(candidates)).toBe(outcome);
    expect(actionsFor(outcome, candidates)).toEqual(actions);
  });

  it('gives no name that a project could get', () => {
    const candidates = { byName: null, bySource: web, sourced: true, named: false };
    expect(actionsFor('locator_drift', candidates)).toEqual(['relink']);
  });
});
