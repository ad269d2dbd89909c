/** What a name or a member holds: all that is assigned and added to it anywhere. */
import type { Binding } from './expression.js';
import { joined, sourcesOf, UNKNOWN, type Known } from './known.js';
import type { NodeId } from './syntax-tree.js';

/** The values of the bindings, in the same order. */
export interface Values {
  readonly assigned: readonly Known[];
  readonly added: readonly Known[];
}

type Added = Extract<Binding, { readonly kind: 'added' }>;

/** Computed once for all uses of a name: a program may have as many uses as assignments. */
export class Held {
  /** In order of their ends. */
  readonly assigned: readonly Binding[];
  readonly added: readonly Added[];
  readonly #ends: readonly number[];
  readonly #merged = new Map<Known, Known>();
  #together: Together | undefined;
  /** Whether the values are being computed. */
  open = false;
  values: Values | undefined;

  constructor(bindings: readonly Binding[], endOf: (node: NodeId) => number) {
    this.added = bindings.filter((binding): binding is Added => binding.kind === 'added');
    const assigned = bindings
      .filter(({ kind }) => kind !== 'added')
      .map((binding) => ({ binding, end: endOf(binding.node) }))
      .sort((one, other) => one.end - other.end);
    this.assigned = assigned.map(({ binding }) => binding);
    this.#ends = assigned.map(({ end }) => end);
  }

  /** The last assignment that ends before an offset. */
  lastBefore(offset: number): Binding | undefined {
    let [low, high] = [0, this.#ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return this.assigned[low - 1];
  }

  /** A value of the name with the sources of all others and what is added to it. */
  merged(
    principal: Known,
    {
      name,
      given,
      values,
    }: { readonly name: string; readonly given: Known | undefined; readonly values: Values },
  ): Known {
    const all = values.assigned.length + values.added.length + (given === undefined ? 0 : 1);
    if (all <= 1) return named(principal, name);
    const known = given === undefined ? this.#merged.get(principal) : undefined;
    if (known !== undefined) return known;
    this.#together ??= together(values, this.added);
    const merged = withAll(principal, { name, given, all: this.#together });
    if (given === undefined) this.#merged.set(principal, merged);
    return merged;
  }
}

/** Under its name where it has no text. */
export const named = (known: Known, name: string): Known =>
  known.text === undefined && known.refers === undefined
    ? { ...known, text: `\${${name}}` }
    : known;

/** What all values have in common, whichever of them is meant. */
interface Together {
  readonly sources: Known['sources'];
  readonly refers: string | undefined;
  /** What is added without a key. */
  readonly appended: readonly Known[] | undefined;
  readonly text: Known | undefined;
  readonly keyed: readonly (readonly [string, Known])[];
}

function together({ assigned, added }: Values, bindings: readonly Added[]): Together {
  const appended = bindings.some(({ key }) => key === undefined) ? added : undefined;
  return {
    sources: sourcesOf([...assigned, ...added]),
    refers: assigned.find(({ refers }) => refers !== undefined)?.refers,
    appended,
    text: appended && joined(appended),
    keyed: bindings.flatMap(({ key }, index) =>
      key === undefined ? [] : [[key, added[index] ?? UNKNOWN] as const],
    ),
  };
}

function withAll(
  principal: Known,
  {
    name,
    given,
    all,
  }: { readonly name: string; readonly given: Known | undefined; readonly all: Together },
): Known {
  const refers = principal.refers ?? all.refers;
  const value = withText(principal, refers === undefined ? all.text : undefined);
  return {
    ...(refers === undefined ? named(value, name) : value),
    sources: sourcesOf([given, principal, { ...UNKNOWN, sources: all.sources }]),
    ...(refers !== undefined && { refers }),
    ...(principal.origin !== undefined && { origin: principal.origin }),
    ...partsOf(principal, all),
  };
}

const withText = (principal: Known, added: Known | undefined): Known =>
  added === undefined || principal.text === undefined ? principal : joined([principal, added]);

/** Items and entries, with those that are added. */
function partsOf(principal: Known, { keyed, appended }: Together): Partial<Known> {
  const items =
    appended === undefined ? principal.items : [...(principal.items ?? []), ...appended];
  const entries =
    keyed.length === 0 ? principal.entries : new Map([...(principal.entries ?? []), ...keyed]);
  return {
    ...(entries && { entries }),
    ...(items && principal.text === undefined && { items }),
  };
}
