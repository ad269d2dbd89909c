import type { CheckedDocument } from '../check/check-document.js';
import type { Field } from '../fields/field.js';
import type { Source } from './configuration.js';
import { readGiven, type Given } from './given-value.js';
import {
  ResolvedConfiguration,
  type FieldOffers,
  type Offer,
  type SourceAt,
} from './resolved-configuration.js';

/** What fields are given by: the strongest first is flags, environment, file, default. */
export interface Givers {
  /** Properties of `SessionFlags`. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly document: CheckedDocument;
  readonly sourceAt: SourceAt;
}

/** A value of a flag or a variable that its field does not take. */
export interface GivenProblem {
  readonly field: string;
  readonly message: string;
  readonly hint?: string;
}

export interface Resolved {
  readonly configuration: ResolvedConfiguration;
  readonly problems: readonly GivenProblem[];
}

/** Resolves every field: of all the values that it was given, the one of the strongest source counts. */
export async function resolve(fields: readonly Field[], givers: Givers): Promise<Resolved> {
  const problems: GivenProblem[] = [];
  const broken = new Set(givers.document.broken);
  const offers: FieldOffers[] = [];
  for (const field of fields) {
    const given: Offer[] = [];
    for (const { given: one, source } of givenTo(field, givers)) {
      const read = await readGiven(one);
      if (read === undefined) continue;
      if ('value' in read) given.push({ value: read.value, source });
      else {
        broken.add(field.path);
        problems.push({ ...read, field: field.path, message: read.problem });
      }
    }
    offers.push({ field, offers: [...given, ...fileOffer(field, givers), ...fallbackOf(field)] });
  }
  const { sourceAt } = givers;
  return { configuration: new ResolvedConfiguration({ offers, broken, sourceAt }), problems };
}

interface GivenBy {
  readonly given: Given;
  readonly source: Source;
}

/** Flags and variables that give the field a value. An empty variable counts as not set. */
function givenTo(field: Field, { flags, env }: Givers): readonly GivenBy[] {
  const byFlag = (field.flags ?? []).map(({ input, ...one }): GivenBy => ({
    given: { field, ...one, value: flags[input] },
    source: { kind: 'flag', name: one.name },
  }));
  const byVariable = (field.env ?? []).map((one): GivenBy => ({
    given: { field, ...one, value: env[one.name] === '' ? undefined : env[one.name] },
    source: { kind: 'environment', name: one.name },
  }));
  return [...byFlag, ...byVariable].filter(({ given }) => given.value !== undefined);
}

function fileOffer({ path }: Field, { document, sourceAt }: Givers): readonly Offer[] {
  const written = document.values.get(path);
  if (written === undefined) return [];
  const source = sourceAt(written.node.from, written.path);
  return [{ value: written.value, source, written }];
}

const fallbackOf = ({ fallback }: Field): readonly Offer[] =>
  fallback === undefined ? [] : [{ value: fallback, source: { kind: 'default' } }];
