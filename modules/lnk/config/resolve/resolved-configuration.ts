import { fieldsOf, listOf } from '../../../../toolbox/type-guards.js';
import type { FileValue } from '../check/check-document.js';
import type { Path } from '../problem.js';
import type { Field } from '../fields/field.js';
import type { Candidate, Configuration, ResolvedField, Source } from './configuration.js';
import { offsetWithin } from './position-within.js';

/** A candidate of a field, the strongest first. */
export interface Offer extends Candidate {
  /** Of a value of the file: for the positions of its parts. */
  readonly written?: FileValue | undefined;
  /** Sources of the last entries of a list in the value, which stand elsewhere. */
  readonly added?: { readonly side: string; readonly sources: readonly Source[] } | undefined;
}

export interface FieldOffers {
  readonly field: Field;
  readonly offers: readonly Offer[];
}

/** The source of an offset in the file. */
export type SourceAt = (offset: number, path: Path) => Source;

/** What resolving has found out about all fields. */
export interface Resolution {
  readonly offers: readonly FieldOffers[];
  readonly broken: ReadonlySet<string>;
  readonly sourceAt: SourceAt;
}

export class ResolvedConfiguration implements Configuration {
  readonly fields: readonly ResolvedField[];
  readonly #byPath: ReadonlyMap<string, FieldOffers>;

  constructor(private readonly resolution: Resolution) {
    this.fields = resolution.offers.map(resolvedField);
    this.#byPath = new Map(resolution.offers.map((one) => [one.field.path, one]));
  }

  value(path: string): unknown {
    return this.offersOf(path)[0]?.value;
  }

  source(path: string, ...within: Path): Source {
    const [winner] = this.offersOf(path);
    if (winner === undefined) return { kind: 'default' };
    const elsewhere = addedSource(winner, within);
    if (elsewhere !== undefined) return elsewhere;
    const { written, source } = winner;
    if (written === undefined || within.length === 0) return source;
    return this.resolution.sourceAt(offsetWithin(written.node, within), [
      ...written.path,
      ...(written.written ? within : []),
    ]);
  }

  isSet(path: string): boolean {
    const [winner] = this.offersOf(path);
    return winner !== undefined && winner.source.kind !== 'default';
  }

  isBroken(path: string): boolean {
    return this.resolution.broken.has(path);
  }

  /** The same, with other offers for a field. */
  with(path: string, offers: readonly Offer[]): ResolvedConfiguration {
    const all = this.resolution.offers.map((one) =>
      one.field.path === path ? { ...one, offers } : one,
    );
    return new ResolvedConfiguration({ ...this.resolution, offers: all });
  }

  /** Throws for a path that is no field's. */
  offersOf(path: string): readonly Offer[] {
    const found = this.#byPath.get(path);
    if (found === undefined) throw new Error(`${path} is no field of the configuration`);
    return found.offers;
  }
}

function resolvedField({ field, offers }: FieldOffers): ResolvedField {
  const [winner, ...losers] = offers;
  const plain = ({ value, source }: Offer): Candidate => ({ value, source });
  return {
    field,
    value: winner?.value,
    source: winner?.source ?? { kind: 'default' },
    losers: losers.map(plain),
  };
}

/** The source of a list's entry that stands elsewhere: the added ones are the last. */
function addedSource({ value, added }: Offer, [side, index]: Path): Source | undefined {
  if (added === undefined || side !== added.side || typeof index !== 'number') return undefined;
  const entries = listOf(fieldsOf(value)[side]);
  return added.sources[index - (entries.length - added.sources.length)];
}
