import type { Fact } from '../../facts.js';
import type { Evaluator } from './evaluate.js';
import { NONE, type NodeId } from './syntax-tree.js';

/** Methods of the object that holds all variables; those of the tables are facts of their own. */
const ALL = /^(copy|items|keys|values|toObject)$/;
const OTHER = /^(get|pop|setdefault|update|hasOwnProperty)$/;

/** Variables that are read without a call: `os.environ['X']`, `process.env.X`, or all of them. */
export function* environmentFacts(evaluator: Evaluator): Generator<Fact> {
  for (const node of evaluator.program.environments) {
    const all = holderOf(evaluator, node);
    if (all === NONE) continue;
    for (const name of namesAround(evaluator, all))
      if (name !== '*' || !isVariable(evaluator, all))
        yield { kind: 'environment', name, at: evaluator.at(all) };
  }
}

/** A variable that holds all of them: where it was given them is a fact already. */
function isVariable({ program }: Evaluator, all: NodeId): boolean {
  const expression = program.adapter.expression(program.tree, all);
  if (expression.kind !== 'name') return false;
  const bindings = program.lookUp(all, expression.name)?.bindings ?? [];
  return !bindings.some(({ kind }) => kind === 'import');
}

/** The expression that stands for all variables. */
function holderOf(evaluator: Evaluator, node: NodeId): NodeId {
  const parent = evaluator.program.tree.parent(node);
  for (const candidate of [parent, node])
    if (
      candidate !== NONE &&
      /^(os\.environ|process\.env|Bun\.env)$/.test(evaluator.evaluate(candidate).refers ?? '')
    )
      return candidate;
  return NONE;
}

function namesAround(evaluator: Evaluator, all: NodeId): readonly string[] {
  const { tree, adapter } = evaluator.program;
  const around = tree.parent(all);
  if (around === NONE) return [];
  const expression = adapter.expression(tree, around);
  if (expression.kind === 'index' && expression.object === all) {
    const index = evaluator.evaluate(expression.index);
    return [index.text !== undefined && !index.dynamic ? index.text : '*'];
  }
  if (expression.kind === 'member' && expression.object === all) return namesOf(expression.name);
  const compared = /^(comparison_operator|import|aliased)/.test(tree.kind(around));
  return destructured(evaluator, around) ?? (compared ? [] : ['*']);
}

function namesOf(member: string): readonly string[] {
  if (OTHER.test(member)) return [];
  return [ALL.test(member) ? '*' : member];
}

/** `const { A, B } = process.env`. */
function destructured(
  { program: { tree } }: Evaluator,
  around: NodeId,
): readonly string[] | undefined {
  const pattern = tree.field(around, 'name');
  if (tree.kind(around) !== 'variable_declarator' || tree.kind(pattern) !== 'object_pattern')
    return undefined;
  return tree.children(pattern).map((child) => /^\w*/.exec(tree.textOf(child))?.[0] ?? '*');
}
