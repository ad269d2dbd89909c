import { ClaimedNames } from './claimed-names.js';
import type { Fault, ModuleRecord } from './module-record.js';
import { shapeProblems } from './module-shape.js';

function owner({ id, source }: ModuleRecord): string {
  return source.origin === 'built-in' ? `module "${id}"` : `module "${id}" (${source.origin})`;
}

/** A fault of the module that does not depend on other modules. */
function ownFault({ source, manifest }: ModuleRecord): Fault | undefined {
  if (source.problem !== undefined) return source.problem;
  const problems = shapeProblems(manifest);
  if (manifest.id !== source.id) problems.push(`its manifest says it is module "${manifest.id}"`);
  return problems.length === 0
    ? undefined
    : { code: 'invalid_declaration', cause: problems.join('; ') };
}

function rejectUnsound(records: readonly ModuleRecord[]): void {
  const names = new ClaimedNames();
  for (const record of records.filter(({ unavailable }) => !unavailable)) {
    const own = ownFault(record);
    const clashes = own === undefined ? names.claim(record.manifest, owner(record)) : [];
    if (own !== undefined) record.fail('rejected', own);
    else if (clashes.length > 0)
      record.fail('rejected', { code: 'name_taken', cause: clashes.join('; ') });
  }
}

/** Depth-first over requirements: fills `ordered` with requirements before their dependents and rejects the members of cycles. */
class Ordering {
  readonly ordered: ModuleRecord[] = [];
  private readonly done = new Set<ModuleRecord>();
  private readonly path: ModuleRecord[] = [];

  constructor(private readonly byId: ReadonlyMap<string, ModuleRecord>) {}

  visit(record: ModuleRecord): void {
    if (this.done.has(record)) return;
    const start = this.path.indexOf(record);
    if (start >= 0) {
      this.rejectCycle(this.path.slice(start));
      return;
    }
    this.path.push(record);
    for (const id of record.manifest.requires) {
      const required = this.byId.get(id);
      if (required !== undefined) this.visit(required);
    }
    this.path.pop();
    this.done.add(record);
    this.ordered.push(record);
  }

  private rejectCycle(members: readonly ModuleRecord[]): void {
    const [first] = members;
    const cycle = [...members, first].map((member) => member?.id).join(' → ');
    for (const member of members)
      member.fail('rejected', { code: 'requirement_cycle', cause: `requires itself: ${cycle}` });
  }
}

/** The fault of a module whose required module is unavailable. */
function lacking(id: string, required: ModuleRecord | undefined): Fault {
  const lack = `requires module "${id}", which is`;
  if (required === undefined) return { code: 'requirement_missing', cause: `${lack} not there` };
  const { state, fault } = required;
  return {
    code: 'requirement_failed',
    cause: `${lack} ${state}: ${fault?.cause ?? ''}`,
    error: fault?.error,
  };
}

/** Marks `record` unsatisfied when a module that it requires is unavailable. Returns whether it did. */
export function checkRequirements(
  record: ModuleRecord,
  byId: ReadonlyMap<string, ModuleRecord>,
): boolean {
  if (record.unavailable) return false;
  const id = record.manifest.requires.find((one) => byId.get(one)?.unavailable !== false);
  if (id !== undefined) record.fail('unsatisfied', lacking(id, byId.get(id)));
  return id !== undefined;
}

/** The modules of a host: all that were found, and the usable ones with requirements first. */
export interface ModuleGraph {
  readonly all: readonly ModuleRecord[];
  readonly ordered: readonly ModuleRecord[];
  readonly byId: ReadonlyMap<string, ModuleRecord>;
}

/** Decides from manifests alone which modules are usable and in which order they start. Never throws: faults are in the records. */
export function resolveGraph(found: readonly ModuleRecord[]): ModuleGraph {
  const builtIn = found.filter(({ source }) => source.origin === 'built-in');
  const all = [...builtIn, ...found.filter(({ source }) => source.origin !== 'built-in')];
  rejectUnsound(all);
  const byId = new Map<string, ModuleRecord>();
  // of two modules with the same id, at most one is still usable
  for (const one of all) if (byId.get(one.id)?.unavailable !== false) byId.set(one.id, one);
  const ordering = new Ordering(byId);
  for (const record of all) if (!record.unavailable) ordering.visit(record);
  for (const record of ordering.ordered)
    if (!checkRequirements(record, byId) && !record.unavailable) record.state = 'resolved';
  return { all, ordered: ordering.ordered.filter(({ unavailable }) => !unavailable), byId };
}
