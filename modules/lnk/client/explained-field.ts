import { closest } from '../config/check/closest.js';
import { SECTIONS } from '../config/fields/index.js';
import { readPath } from '../config/read-path.js';
import { pathText, type Path } from '../config/problem.js';
import type { Configuration, ResolvedField } from '../config/resolve/configuration.js';
import { partOf } from '../config/resolve/part-of.js';
import { shapeWords } from '../config/schema/shape-words.js';
import { configFieldUnknown } from '../contract/errors.js';
import type { ExplainedField } from '../contract/results.js';
import { fallbackText } from '../config/fields/field-text.js';
import { effectText } from './effect-text.js';
import { jsonValue } from './plain-config.js';
import { sourceView } from './source-view.js';

const json = (value: unknown): unknown => jsonValue(value) ?? null;

function explained(one: ResolvedField): Pick<ExplainedField, keyof ExplainedField> {
  const { field, value, source, losers } = one;
  return {
    field: field.path,
    value: json(value),
    source: sourceView(source),
    losers: losers.map((loser) => ({
      value: json(loser.value),
      source: sourceView(loser.source),
    })),
    meaning: field.doc,
    type: shapeWords(field.shape),
    default: fallbackText(field) ?? null,
    flags: (field.flags ?? []).map(({ name }) => name),
    variables: (field.env ?? []).map(({ name }) => name),
    note: effectText(field),
  };
}

/** Every field that has a value. */
export const explainedFields = ({ fields }: Configuration): readonly ExplainedField[] =>
  fields.filter(({ value }) => value !== undefined).map(explained);

/** A field, the fields of a section, or a part of a field's value. Throws `config_field_unknown`. */
export function explainedField(
  configuration: Configuration,
  asked: string,
): readonly ExplainedField[] {
  const { fields } = configuration;
  const whole = fields.filter(
    ({ field: { path } }) => path === asked || path.startsWith(`${asked}.`),
  );
  if (whole.length > 0) return whole.map(explained);
  const path = readPath(asked);
  for (const one of [path, ...pathsOfShortForm(path)]) {
    const part = explainedPart(configuration, one, pathText(path));
    if (part !== undefined) return [part];
  }
  throw configFieldUnknown({ field: asked, meant: closest(asked, namesOf(fields)) });
}

/** What a path has below a field or section; `undefined` when it leads elsewhere. */
function pathWithin(outer: string, path: Path): Path | undefined {
  const names = outer.split('.');
  return names.every((name, index) => path[index] === name) ? path.slice(names.length) : undefined;
}

/** Where a member of a section's short form is in the section: `target.pod` is `target.path.pod`. */
const pathsOfShortForm = (path: Path): readonly Path[] =>
  SECTIONS.flatMap((section) => {
    const within = pathWithin(section.path, path);
    if (within === undefined) return [];
    const fields = (section.shorthands ?? []).flatMap(({ sets }) =>
      typeof sets === 'string' ? [sets] : [],
    );
    return fields.map((field) => [...section.path.split('.'), field, ...within]);
  });

/** All fields and sections. */
const namesOf = (fields: readonly ResolvedField[]): readonly string[] => [
  ...new Set(
    fields.flatMap(({ field }) => {
      const names = field.path.split('.');
      return names.map((_, index) => names.slice(0, index + 1).join('.'));
    }),
  ),
];

/** A part of a field's value, such as an entry of a list: its meaning and source are its own. */
function explainedPart(
  configuration: Configuration,
  path: Path,
  name: string,
): ExplainedField | undefined {
  const owner = configuration.fields.find(({ field }) => pathWithin(field.path, path)?.length);
  if (owner === undefined) return undefined;
  const within = pathWithin(owner.field.path, path) ?? [];
  const part = partOf(owner.field.shape, owner.value, within);
  if (part === undefined) return undefined;
  return {
    ...explained(owner),
    field: name,
    value: json(part.value),
    source: sourceView(configuration.source(owner.field.path, ...within)),
    losers: [],
    meaning: part.doc ?? owner.field.doc,
    type: shapeWords(part.shape),
    default: null,
  };
}
