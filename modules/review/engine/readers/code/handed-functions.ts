/** Functions of libraries that are handed to others to be called: `then(eval)`, `Thread(target=os.system, args=…)`. */
import { namedIn } from './callers.js';
import type { Call, Evaluator } from './evaluate.js';
import { UNKNOWN, type Known } from './known.js';
import type { NodeId } from './syntax-tree.js';

/** Methods that call what they are given with what they belong to. */
const HANDING = new Set(['then', 'map', 'forEach', 'flatMap', 'filter']);

/** The calls that follow from a call, with the arguments as far as it names them. */
export function* handedCalls(call: Call, evaluator: Evaluator): Generator<Call> {
  yield* ofBound(call, evaluator);
  const [applied, , list] = call.args;
  if (call.name === 'Reflect.apply' && applied !== undefined)
    yield* called(evaluator.evaluate(applied), call, listed(list, evaluator));
  for (const [at, node] of call.args.entries()) {
    const following = call.args.slice(at + 1);
    const args = following.length > 0 ? following : receiverOf(call, evaluator);
    if (args.length > 0 && isName(node, evaluator))
      yield* called(evaluator.evaluate(node), call, args);
  }
  const target = namedIn(call.named, 'target') ?? namedIn(call.named, 'func');
  const args = namedIn(call.named, 'args');
  if (target !== undefined && args !== undefined)
    yield* called(evaluator.evaluate(target), call, listed(args, evaluator));
}

/** `f.call(self, …)` and `f.apply(self, […])`. */
function* ofBound(call: Call, evaluator: Evaluator): Generator<Call> {
  const [all, refers = '', method] = /^(.+)\.(call|apply)$/.exec(call.name ?? '') ?? [];
  if (all === undefined) return;
  const [, ...args] = call.args;
  const callee: Known = { ...call.callee, refers };
  yield* called(callee, call, method === 'call' ? args : listed(args[0], evaluator));
}

function* called(callee: Known, call: Call, args: readonly NodeId[]): Generator<Call> {
  const { refers: name } = callee;
  if (name === undefined || callee.origin !== undefined || args.length === 0) return;
  const method = name.slice(name.lastIndexOf('.') + 1);
  yield { node: call.node, name, method, callee, self: UNKNOWN, args, named: [] };
}

/** The object of a method that hands it on. */
function receiverOf({ node, method }: Call, evaluator: Evaluator): readonly NodeId[] {
  const { adapter, tree } = evaluator.program;
  const callee = HANDING.has(method) ? evaluator.callParts(node)?.callee : undefined;
  const expression = callee === undefined ? undefined : adapter.expression(tree, callee);
  return expression?.kind === 'member' ? [expression.object] : [];
}

function isName(node: NodeId, { program: { adapter, tree } }: Evaluator): boolean {
  const { kind } = adapter.expression(tree, node);
  return kind === 'name' || kind === 'member';
}

function listed(node: NodeId | undefined, evaluator: Evaluator): readonly NodeId[] {
  if (node === undefined) return [];
  const { adapter, tree } = evaluator.program;
  const list = adapter.expression(tree, node);
  return list.kind === 'list' ? list.items : [node];
}
