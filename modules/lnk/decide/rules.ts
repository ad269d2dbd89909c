import { pathText, type Path } from '../config/problem.js';
import type { Configuration } from '../config/resolve/configuration.js';
import type { AppliedRule } from './first-rules.js';

/** A field, or a part of its value. */
export type FieldPart = readonly [field: string, ...within: Path];

type Says<Verdict extends string> = Omit<AppliedRule<Verdict>, 'name' | 'source'>;

/** A field as people write it: `feature.env.exclude[1]`. */
export const partName = ([field, ...within]: FieldPart): string =>
  pathText([...field.split('.'), ...within]);

/** A rule that the configuration gives. */
export const fieldRule = <Verdict extends string>(
  configuration: Configuration,
  part: FieldPart,
  says: Says<Verdict>,
): AppliedRule<Verdict> => ({
  name: partName(part),
  ...says,
  source: configuration.source(...part),
});

/** A rule that holds in every configuration. */
export const builtInRule = <Verdict extends string>(
  name: string,
  says: Says<Verdict>,
): AppliedRule<Verdict> => ({ name, ...says, source: { kind: 'default' } });

/** A rule for everything that a field does not switch off. Where it is off, this is what would hold without it, which is built in. */
export const unlessOff = <Verdict extends string>(
  configuration: Configuration,
  { field, off }: { readonly field: string; readonly off: unknown },
  says: Says<Verdict>,
): AppliedRule<Verdict> =>
  configuration.value(field) === off
    ? builtInRule(field, says)
    : fieldRule(configuration, [field], says);

/** Entries of a list that decide, and what the list says where none does. */
export interface RuleList<Applied> {
  /** How many entries the list has. */
  readonly size: number;
  readonly hits: readonly Applied[];
  readonly otherwise: Applied;
}

/** The rules of a list, the strongest first. A list without its only entry would be no list: then nothing of it comes next. */
export const listRules = <Applied>({
  size,
  hits,
  otherwise,
}: RuleList<Applied>): readonly Applied[] =>
  size === 1 && hits.length === 1 ? hits : [...hits, otherwise];
