/** What names and members of `self` are worth, by all that is assigned and added to them. */
import type { Evaluator } from './evaluate.js';
import { EACH, type Binding, type Take } from './expression.js';
import { Held, named, type Values } from './held.js';
import { fromSources, literal, oneOf, placeholder, UNKNOWN, type Known } from './known.js';
import { memberOf } from './members.js';
import type { NodeId } from './syntax-tree.js';

interface Use {
  readonly name: string;
  /** Assignments that end before this offset may be the last one. */
  readonly before: number;
  /** What a parameter of that name is given. */
  readonly given?: Known | undefined;
}

export class NamedValues {
  readonly #held = new Map<readonly Binding[], Held>();
  readonly #fixed = new Map<Binding, Known>();

  constructor(readonly evaluator: Evaluator) {}

  /** A name where it is used. */
  at(node: NodeId, name: string): Known {
    const { evaluator } = this;
    const { program } = evaluator;
    const found = program.lookUp(node, name);
    if (found === undefined) {
      const qualified = program.adapter.global(name) ?? this.#fromWhole(node, name);
      return qualified === undefined ? placeholder(name) : evaluator.global(qualified, node);
    }
    const { bindings, parameter, scope } = found;
    const before = program.scopeOf(node) === scope ? program.tree.start(node) : Infinity;
    const given = parameter && evaluator.callers.parameter(scope.node, parameter);
    return this.#bound(bindings, { name, before, given });
  }

  /** The name of a module of which everything is imported: the first that is known to have it, or the last. */
  #fromWhole(node: NodeId, name: string): string | undefined {
    const { program, knows } = this.evaluator;
    const modules = program.lookUp(node, '*')?.bindings ?? [];
    const all = modules.flatMap((binding) =>
      binding.kind === 'import' ? [program.adapter.normal(`${binding.qualified}.${name}`)] : [],
    );
    return all.find(knows) ?? all.at(-1);
  }

  /** A member of `self` or `this`. */
  member(name: string): Known {
    const bindings = this.evaluator.program.members.get(name);
    return bindings === undefined
      ? placeholder(name)
      : this.#bound(bindings, { name, before: Infinity });
  }

  /** A part of a value. */
  taken(known: Known, take: readonly Take[], node: NodeId): Known {
    let taken = known;
    for (const step of take) taken = this.#part(taken, step, node);
    return taken;
  }

  #part(known: Known, step: Take, node: NodeId): Known {
    if (step === EACH) return eachOf(known);
    if (typeof step === 'number') return known.items?.[step] ?? fromSources(known.sources);
    return memberOf(this.evaluator, known, { name: step, node });
  }

  /** All that a name holds; its text is that of the last assignment before the use. */
  #bound(bindings: readonly Binding[], { name, before, given }: Use): Known {
    const held = this.#heldBy(bindings);
    const last = held.lastBefore(before) ?? (given === undefined ? held.assigned[0] : undefined);
    const principal = last === undefined ? (given ?? placeholder(name)) : this.#valueOf(last);
    // a request while the values are being computed is circular
    const values = held.values ?? (held.open ? undefined : this.#fill(held));
    if (values === undefined) return named(principal, name);
    return held.merged(principal, { name, given, values });
  }

  #heldBy(bindings: readonly Binding[]): Held {
    const known = this.#held.get(bindings);
    if (known !== undefined) return known;
    const held = new Held(bindings, (node) => this.evaluator.program.tree.end(node));
    this.#held.set(bindings, held);
    return held;
  }

  #fill(held: Held): Values {
    held.open = true;
    const values = {
      assigned: held.assigned.map((binding) => this.#valueOf(binding)),
      added: held.added.map((binding) => this.#valueOf(binding)),
    };
    held.open = false;
    return (held.values = values);
  }

  #valueOf(binding: Binding): Known {
    if (binding.kind === 'added') return this.evaluator.evaluate(binding.node);
    if (binding.kind === 'value')
      return this.taken(this.evaluator.evaluate(binding.node), binding.take, binding.node);
    const known = this.#fixed.get(binding) ?? this.#declared(binding);
    this.#fixed.set(binding, known);
    return known;
  }

  #declared(binding: Extract<Binding, { readonly kind: 'import' | 'function' }>): Known {
    if (binding.kind === 'function') return { ...UNKNOWN, local: binding.node };
    const { evaluator } = this;
    return evaluator.global(evaluator.program.adapter.normal(binding.qualified), binding.node);
  }
}

/** A long list is asked for one of its items again and again, by each use of a parameter that is given one. */
const ofEach = new WeakMap<Known, Known>();

/** Any item of a list, or any key. */
export function eachOf(known: Known): Known {
  const computed = ofEach.get(known) ?? anyOf(known);
  ofEach.set(known, computed);
  return computed;
}

function anyOf(known: Known): Known {
  if (known.items && known.items.length > 0) return oneOf(known.items, 'item');
  if (known.entries && known.entries.size > 0)
    return oneOf(
      [...known.entries.keys()].map((key) => literal(key)),
      'key',
    );
  return fromSources(known.sources);
}
