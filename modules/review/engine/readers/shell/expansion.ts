/** `${name…}`: what variables hold, and what their operators make of it. */
import type { ParameterExpansionPart, ParameterOperation, Word } from 'unbash';
import type { At } from '../../unit.js';
import { disguise, literal, nothing, union, unknown, withText, type Flow } from './flow.js';
import type { Session } from './session.js';

export interface Evaluation {
  readonly session: Session;
  readonly at: At;
  readonly word: (word: Word) => Flow;
}

const ARGUMENT = /^(?:\d+|[@*])$/;
/** Parameters of the shell itself, and places that are no secret. */
const PLAIN = new Set(
  '# ? - $ ! _ HOME PWD OLDPWD PATH SHELL TMPDIR TMP TEMP RANDOM SECONDS LINENO BASH_SOURCE IFS EDITOR EUID UID PPID'.split(
    ' ',
  ),
);
/** What the first character of these is, wherever the program runs. */
const SLASHES = new Set(['HOME', 'PATH', 'PWD', 'SHELL', 'OLDPWD']);

/** The value of a variable. */
export function variable(name: string, { session, at }: Evaluation): Flow {
  const known = session.variables.get(name);
  if (known !== undefined) return known.value;
  if (ARGUMENT.test(name)) return unknown(name, [{ kind: 'input', at }]);
  if (name === 'SHELL' || name === 'BASH') return literal('/bin/bash');
  if (PLAIN.has(name)) return unknown(name);
  session.add('environment', at, { name });
  return unknown(name, [{ kind: 'environment', name, at }]);
}

/** All values of an array, or of the arguments. */
export function items(name: string, evaluation: Evaluation): readonly Flow[] {
  const known = evaluation.session.variables.get(name);
  return known?.items ?? [variable(name, evaluation)];
}

export function expanded(part: ParameterExpansionPart, evaluation: Evaluation): readonly Flow[] {
  const { parameter: name, index, operation, prefix } = part;
  if (prefix === '#') return [unknown(`#${name}`)];
  if (prefix === '!') return [indirect(name, evaluation)];
  if (index !== undefined) return indexed(name, index.text, evaluation);
  if (operation === undefined) return [variable(name, evaluation)];
  if (operation.type === 'Default') return [withDefault(name, operation, evaluation)];
  if (operation.type === 'Slice' && SLASHES.has(name) && !evaluation.session.variables.has(name))
    return [slash(name, operation)];
  return [operated(variable(name, evaluation), operation, evaluation)];
}

function slash(name: string, operation: ParameterOperation): Flow {
  const isSlash =
    operation.type === 'Slice' &&
    operation.offset.value.trim() === '0' &&
    operation.length?.value === '1';
  return isSlash ? disguise(literal('/')) : unknown(name);
}

function indirect(name: string, evaluation: Evaluation): Flow {
  const target = variable(name, evaluation);
  return target.dynamic || target.text === '' ? target : variable(target.text, evaluation);
}

function indexed(name: string, index: string, evaluation: Evaluation): readonly Flow[] {
  const all = items(name, evaluation);
  if (index === '@' || index === '*') return all;
  const one = /^\d+$/.test(index) ? all[Number(index)] : undefined;
  return [one ?? unknown(name, union(all.map(({ sources }) => sources)))];
}

type Default = Extract<ParameterOperation, { type: 'Default' }>;

function withDefault(name: string, operation: Default, evaluation: Evaluation): Flow {
  const { session } = evaluation;
  const known = session.variables.get(name)?.value;
  const { operator } = operation;
  if (operator.endsWith('+'))
    return known === nothing ? nothing : evaluation.word(operation.operand);
  if (known !== undefined && known.text !== '') return known;
  const outer = variable(name, evaluation);
  if (operator.endsWith('?')) return outer;
  const fallback = evaluation.word(operation.operand);
  if (operator.endsWith('=')) session.variables.set(name, { value: fallback });
  // the environment may say otherwise, and mostly does not
  return { ...fallback, sources: union([fallback.sources, outer.sources]) };
}

function operated(value: Flow, operation: ParameterOperation, evaluation: Evaluation): Flow {
  if (value.dynamic) return value;
  switch (operation.type) {
    case 'Slice':
      return sliced(value, operation, evaluation);
    case 'Replace': {
      const pattern = evaluation.word(operation.pattern).text;
      return replaced(value, operation.operator, [
        pattern,
        evaluation.word(operation.replacement).text,
      ]);
    }
    case 'Remove':
      return removed(value, operation.operator, evaluation.word(operation.operand).text);
    case 'CaseModification':
      return withText(value, cased(value.text, operation.operator));
    default:
      return value;
  }
}

type Slice = Extract<ParameterOperation, { type: 'Slice' }>;

function sliced(value: Flow, { offset, length }: Slice, { word }: Evaluation): Flow {
  const start = Number(word(offset).text);
  const count = length === undefined ? value.text.length : Number(word(length).text);
  if (!Number.isInteger(start) || !Number.isInteger(count)) return value;
  const rest = value.text.slice(start);
  return disguise(withText(value, count < 0 ? rest.slice(0, count) : rest.slice(0, count)));
}

const WILD = /[*?[\]]/;

function replaced(value: Flow, operator: string, [pattern, by]: readonly [string, string]): Flow {
  if (pattern === '' || WILD.test(pattern)) return value;
  const { text } = value;
  if (operator === '//') return withText(value, text.split(pattern).join(by));
  if (operator === '/#')
    return text.startsWith(pattern) ? withText(value, by + text.slice(pattern.length)) : value;
  if (operator === '/%')
    return text.endsWith(pattern) ? withText(value, text.slice(0, -pattern.length) + by) : value;
  const at = text.indexOf(pattern);
  return at === -1
    ? value
    : withText(value, text.slice(0, at) + by + text.slice(at + pattern.length));
}

/** `#pattern` and `%pattern` with at most one `*` at an end, as nearly all are. */
function removed(value: Flow, operator: string, pattern: string): Flow {
  const { text } = value;
  const bare = pattern.replace(/^\*|\*$/g, '');
  if (bare === '' || WILD.test(bare)) return value;
  const starts = operator.startsWith('#');
  if (bare === pattern) {
    if (starts) return text.startsWith(bare) ? withText(value, text.slice(bare.length)) : value;
    return text.endsWith(bare) ? withText(value, text.slice(0, -bare.length)) : value;
  }
  const at = (operator.length === 2) === starts ? text.lastIndexOf(bare) : text.indexOf(bare);
  if (at === -1) return value;
  return withText(value, starts ? text.slice(at + bare.length) : text.slice(0, at));
}

function cased(text: string, operator: string): string {
  if (operator === '^^') return text.toUpperCase();
  if (operator === ',,') return text.toLowerCase();
  const first = text.charAt(0);
  return (operator === '^' ? first.toUpperCase() : first.toLowerCase()) + text.slice(1);
}
