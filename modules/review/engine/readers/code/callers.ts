/** Who calls the functions of a file, and with what. */
import type { Evaluator } from './evaluate.js';
import type { Binding, Entry, Parameter } from './expression.js';
import { fromSources, oneOf, type Known } from './known.js';
import { eachOf } from './named-values.js';
import { NONE, type NodeId } from './syntax-tree.js';

/** Calls of a function that its parameters are bound from. */
const MOST_CALLS = 40;

/** Calls, by the functions that are called in them or handed to them. */
interface Calls {
  readonly direct: Map<NodeId, NodeId[]>;
  readonly handed: Map<NodeId, NodeId[]>;
  /** Calls of parameters, by function and position. */
  readonly invoked: Map<string, NodeId[]>;
}

export class Callers {
  #calls: Calls | undefined;

  constructor(readonly evaluator: Evaluator) {}

  /** What a function's parameter is given by the calls in this file. */
  parameter(node: NodeId, parameter: Parameter): Known {
    const { direct, handed } = (this.#calls ??= this.#allCalls());
    const { evaluator } = this;
    const given = [
      ...(direct.get(node) ?? []).slice(0, MOST_CALLS).map((call) => {
        const arg = this.#argument(call, parameter);
        return arg === NONE ? undefined : evaluator.evaluate(arg);
      }),
      ...(handed.get(node) ?? [])
        .slice(0, MOST_CALLS)
        .map((call) => this.#byLocal(call, node, parameter) ?? this.#handedOn(call)),
    ].filter((known) => known !== undefined);
    const all = given.map((known) => evaluator.names.taken(known, parameter.take, node));
    all.push(...this.#byOthers(node, parameter));
    if (parameter.fallback !== NONE) all.push(evaluator.evaluate(parameter.fallback));
    return oneOf(all, parameter.name);
  }

  /** What other programs of the bundle give a function of this file. */
  #byOthers(node: NodeId, { index, name: parameter }: Parameter): readonly Known[] {
    const all = [...(this.evaluator.unit.given ?? [])].filter(([name]) =>
      this.#isNamed(node, name),
    );
    return all
      .map(([, given]) => [...(given.get(index) ?? []), ...(given.get(parameter) ?? [])])
      .filter((sources) => sources.length > 0)
      .map((sources) => fromSources(sources));
  }

  /** Whether other programs know a function by the name. */
  #isNamed(node: NodeId, name: string): boolean {
    const { members } = this.evaluator.program;
    const { names } = this.evaluator.program.scopeOf(0);
    const exported = (names.get('exports') ?? []).filter(
      (binding) => binding.kind === 'added' && binding.key === name,
    );
    const all = [...(names.get(name) ?? []), ...(members.get(name) ?? []), ...exported];
    return all.some((binding) => 'node' in binding && binding.node === node);
  }

  #argument(call: NodeId, { index, name }: Parameter): NodeId {
    const parts = this.evaluator.callParts(call);
    return parts?.args[index] ?? namedIn(parts?.named ?? [], name) ?? NONE;
  }

  /** What a function of this file calls a function with that it is handed. */
  #byLocal(call: NodeId, handed: NodeId, { index, name }: Parameter): Known | undefined {
    const parts = this.evaluator.callParts(call);
    const at = parts?.args.findIndex((arg) => this.#functionsAt(arg).includes(handed)) ?? -1;
    if (parts === undefined || at === -1) return undefined;
    const given = this.#functionsAt(parts.callee).flatMap((local) =>
      this.invocations(local, at).map((args) => this.evaluator.evaluate(args[index] ?? NONE)),
    );
    return given.length === 0 ? undefined : oneOf(given, name);
  }

  /** Arguments of the calls of a parameter that is a function. */
  invocations(local: NodeId, index: number): readonly (readonly NodeId[])[] {
    const { invoked } = (this.#calls ??= this.#allCalls());
    const calls = invoked.get(`${local} ${index}`) ?? [];
    return calls.slice(0, MOST_CALLS).map((call) => this.evaluator.callParts(call)?.args ?? []);
  }

  /** What a function that is an argument is called with: the result of the call, or what the method belongs to. */
  #handedOn(call: NodeId): Known | undefined {
    const parts = this.evaluator.callParts(call);
    if (parts === undefined) return undefined;
    const made = this.evaluator.call(call, parts);
    const brought = this.evaluator.outcome(made, this.evaluator);
    if (brought !== undefined && brought.sources.length > 0) return brought;
    if (made.self.items) return eachOf(made.self);
    return made.self.sources.length > 0 ? fromSources(made.self.sources) : undefined;
  }

  #allCalls(): Calls {
    const calls: Calls = { direct: new Map(), handed: new Map(), invoked: new Map() };
    for (const call of this.evaluator.program.calls) {
      const parts = this.evaluator.callParts(call);
      if (parts === undefined) continue;
      for (const target of this.#functionsAt(parts.callee)) note(calls.direct, target, call);
      const parameter = this.#parameterAt(parts.callee);
      if (parameter !== undefined) note(calls.invoked, parameter, call);
      for (const arg of [...parts.args, ...parts.named.map(({ value }) => value)])
        for (const target of this.#functionsAt(arg)) note(calls.handed, target, call);
    }
    return calls;
  }

  /** The functions of this file that an expression names or is. */
  #functionsAt(node: NodeId): readonly NodeId[] {
    const { tree, adapter } = this.evaluator.program;
    if (node === NONE) return [];
    const expression = adapter.expression(tree, node);
    if (expression.kind === 'function') return [node];
    if (expression.kind === 'same') return this.#functionsAt(expression.inner);
    return (this.#bindingsAt(node) ?? []).flatMap((binding) => {
      if (binding.kind === 'function') return [binding.node];
      const given = binding.kind === 'value' && adapter.functions.has(tree.kind(binding.node));
      return given ? [binding.node] : [];
    });
  }

  /** The parameter that an expression names: its function and its position. */
  #parameterAt(node: NodeId): string | undefined {
    const { program } = this.evaluator;
    const expression = program.adapter.expression(program.tree, node);
    if (expression.kind !== 'name') return undefined;
    const found = program.lookUp(node, expression.name);
    if (found?.parameter === undefined || found.bindings.length > 0) return undefined;
    return `${found.scope.node} ${found.parameter.index}`;
  }

  #bindingsAt(node: NodeId): readonly Binding[] | undefined {
    const { program } = this.evaluator;
    const expression = program.adapter.expression(program.tree, node);
    if (expression.kind === 'name') return program.lookUp(node, expression.name)?.bindings;
    if (expression.kind !== 'member') return undefined;
    const object = program.adapter.expression(program.tree, expression.object);
    return object.kind === 'self' ? program.members.get(expression.name) : undefined;
  }
}

/** The argument that is given by its name. */
export const namedIn = (named: readonly Entry[], name: string): NodeId | undefined =>
  named.find(({ key }) => key === name)?.value;

function note<K>(calls: Map<K, NodeId[]>, target: K, call: NodeId): void {
  const known = calls.get(target);
  if (known === undefined) calls.set(target, [call]);
  else known.push(call);
}
