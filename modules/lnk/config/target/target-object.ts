import { isRecord, type Fields } from '../../../../toolbox/type-guards.js';
import { quoted } from '../../quoted.js';
import { kindLike } from './kind-suggestion.js';
import { labelsOf } from './labels.js';
import { nameProblem } from './target-words.js';
import { NAMED_KINDS, OBJECT_KEYS, type NamedKind, type Target } from './target.js';

const FORM = '`{"deployment": "<name>"}`';
const KEYS: ReadonlySet<string> = new Set([...Object.values(OBJECT_KEYS), 'labels', 'container']);

/** Reads the object form of a target. A text as answer says what is wrong with it and what to write. */
export function targetFromObject(object: Fields): Target | string {
  const given = Object.keys(object).filter((key) => (object[key] ?? undefined) !== undefined);
  const unknown = given.find((key) => !KEYS.has(key));
  if (unknown !== undefined) return unknownKey(unknown);
  const subjects = given.filter((key) => key !== 'container');
  const [subject] = subjects;
  if (subject === undefined)
    return `the object does not say what the target is: write ${FORM} or another kind`;
  if (subjects.length > 1)
    return `the object names ${subjects.join(' and ')}: a target is one of them`;
  const container = containerOf(object);
  if (typeof container === 'string') return container;
  const target = subject === 'labels' ? byLabels(object[subject]) : byName(subject, object);
  return typeof target === 'string' ? target : { ...target, ...container };
}

function unknownKey(key: string): string {
  if (key === 'namespace')
    return '`namespace` stands beside `path`, not in it: write `"target": {"path": …, "namespace": …}`';
  if (key === 'label')
    return '`label` is written `labels` here: write `{"labels": {"app": "web"}}`';
  if (key === 'targetless') return 'a session without a target is the text `"targetless"`';
  const kind = kindLike(key);
  return kind === undefined
    ? `${quoted(key)} is no kind of target: write one of ${[...KEYS].join(', ')}`
    : `${quoted(key)} is written \`${OBJECT_KEYS[kind]}\` here: write \`{"${OBJECT_KEYS[kind]}": "<name>"}\``;
}

function containerOf({ container }: Fields): { container?: string } | string {
  if (container === undefined || container === null) return {};
  if (typeof container !== 'string') return 'the container is no text: write its name in quotes';
  const problem = nameProblem(container, 'container');
  return problem === undefined ? { container } : `${problem}: write its name or leave it out`;
}

function byName(key: string, object: Fields): Target | string {
  const kind = NAMED_KINDS.find((known) => OBJECT_KEYS[known] === key) as NamedKind;
  const name = object[key];
  if (typeof name !== 'string')
    return `the name of the ${kind} is no text: write \`{"${key}": "<name>"}\``;
  const problem = nameProblem(name, kind);
  return problem === undefined ? { kind, name } : `${problem}: write \`{"${key}": "<name>"}\``;
}

function byLabels(value: unknown): Target | string {
  if (!isRecord(value)) return 'the labels are no object: write `{"labels": {"app": "web"}}`';
  // a checked configuration has a Map here, a file a plain object
  const pairs = (value instanceof Map ? [...value] : Object.entries(value)) as [string, unknown][];
  const wrong = pairs.find(([, text]) => typeof text !== 'string');
  if (wrong !== undefined)
    return `the label ${quoted(wrong[0])} has a value that is no text: write it in quotes`;
  const labels = labelsOf(pairs as [string, string][]);
  return typeof labels === 'string' ? labels : { kind: 'label', labels };
}
