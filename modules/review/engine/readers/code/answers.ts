/** What a program answers to others that load it. */
import type { Answers, Source } from '../../facts.js';
import type { Evaluator } from './evaluate.js';
import type { Binding } from './expression.js';
import { sourcesOf, type Known } from './known.js';
import { NONE, type NodeId } from './syntax-tree.js';

/** Names of one program that are looked at. */
const MOST_NAMES = 500;

/** Sources of what the names of the file hold, and of what its functions return. */
export function answersOf(evaluator: Evaluator): Answers {
  const { program } = evaluator;
  const answers = new Map<string, readonly Source[]>();
  const add = (name: string, known: Known): void => {
    for (const [key, value] of known.entries ?? []) add(key, { ...value, entries: new Map() });
    const sources = [...known.sources, ...returned(evaluator, known.local)];
    if (sources.length > 0) answers.set(name, [...(answers.get(name) ?? []), ...sources]);
  };
  for (const [name, bindings] of [...program.scopeOf(0).names].slice(0, MOST_NAMES))
    for (const binding of bindings) add(nameOf(name, binding), valueOf(binding, evaluator));
  for (const node of program.tree.children(0))
    if (program.tree.kind(node) === 'export_statement')
      add('default', evaluator.evaluate(program.tree.field(node, 'value')));
  return answers;
}

/** `module.exports = …` is what the module itself is. */
function nameOf(name: string, binding: Binding): string {
  if (binding.kind !== 'added' || binding.key === undefined) return name;
  return binding.key === 'exports' ? 'default' : binding.key;
}

function valueOf(binding: Binding, evaluator: Evaluator): Known {
  if (binding.kind === 'value' || binding.kind === 'added') return evaluator.evaluate(binding.node);
  const none = { dynamic: true, sources: [] };
  return binding.kind === 'function' ? { ...none, local: binding.node } : none;
}

function returned(evaluator: Evaluator, local: NodeId | undefined): readonly Source[] {
  const scope = evaluator.program.scopeOfFunction(local ?? NONE);
  return scope === undefined
    ? []
    : sourcesOf(scope.returned.map((value) => evaluator.evaluate(value)));
}
