import { ClaimedNames } from './claimed-names.js';
import type { ModuleRecord } from './module-record.js';
import { shapeProblems } from './module-shape.js';

function owner({ id, source }: ModuleRecord): string {
  return source.origin === 'built-in' ? `module "${id}"` : `module "${id}" (${source.origin})`;
}

function ownProblems(record: ModuleRecord): string[] {
  const { source, manifest } = record;
  if (source.problem !== undefined) return [source.problem];
  const problems = shapeProblems(manifest);
  if (problems.length > 0) return problems;
  if (manifest.id !== source.id) return [`its manifest says it is module "${manifest.id}"`];
  return record.apiProblem === undefined ? [] : [record.apiProblem];
}

function rejectUnsound(records: readonly ModuleRecord[]): void {
  const names = new ClaimedNames();
  for (const record of records.filter(({ out }) => !out)) {
    const own = ownProblems(record);
    const problems = own.length > 0 ? own : names.claim(record.manifest, owner(record));
    if (problems.length > 0) record.fall('rejected', problems.join('; '));
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
    for (const member of members) member.fall('rejected', `requires itself: ${cycle}`);
  }
}

/** Marks `record` unsatisfied when a requirement is out. Answers whether it did. */
export function checkRequirements(record: ModuleRecord, byId: ReadonlyMap<string, ModuleRecord>): boolean {
  if (record.out) return false;
  for (const id of record.manifest.requires) {
    const required = byId.get(id);
    if (required?.out === false) continue;
    const why = required === undefined ? 'not there' : `${required.state}: ${required.cause ?? ''}`;
    record.fall('unsatisfied', `requires module "${id}", which is ${why}`, required?.error);
    return true;
  }
  return false;
}

/** The modules of a host: every one that was found, and the usable ones with requirements first. */
export interface ModuleGraph {
  readonly all: readonly ModuleRecord[];
  readonly ordered: readonly ModuleRecord[];
  readonly byId: ReadonlyMap<string, ModuleRecord>;
}

/** Decides from manifests alone which modules are usable and in which order they start. Never throws: causes are in the records. */
export function resolveGraph(found: readonly ModuleRecord[]): ModuleGraph {
  const builtIn = found.filter(({ source }) => source.origin === 'built-in');
  const all = [...builtIn, ...found.filter(({ source }) => source.origin !== 'built-in')];
  rejectUnsound(all);
  const byId = new Map<string, ModuleRecord>();
  // of two modules with one id at most one is still in
  for (const record of all) if (byId.get(record.id)?.out !== false) byId.set(record.id, record);
  const ordering = new Ordering(byId);
  for (const record of all) if (!record.out) ordering.visit(record);
  for (const record of ordering.ordered) if (!checkRequirements(record, byId) && !record.out) record.state = 'resolved';
  return { all, ordered: ordering.ordered.filter(({ out }) => !out), byId };
}
