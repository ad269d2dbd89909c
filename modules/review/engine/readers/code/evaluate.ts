/** Computes what expressions are worth: texts as far as they can be known, names of what is called, and where data comes from. */
import { spanAt, type At, type Unit } from '../../unit.js';
import type { Source } from '../../facts.js';
import { loadedName } from '../../linked-programs.js';
import { Callers } from './callers.js';
import type { CallParts, Expression } from './expression.js';
import type { Fold } from './fold/fold.js';
import {
  fromSources,
  joined,
  literal,
  oneOf,
  placeholder,
  sourcesOf,
  UNKNOWN,
  type Known,
} from './known.js';
import { MOST_REPEATED } from './limits.js';
import { itemAt, memberOf } from './members.js';
import { NamedValues } from './named-values.js';
import { combined, comprehended, entriesOf, listOf, sliced } from './operators.js';
import type { Program } from './program.js';
import { resultOf } from './results.js';
import { NONE, type NodeId } from './syntax-tree.js';

/** Functions of a language that can be computed, and what else it knows. */
export interface Library {
  readonly functions: Readonly<Record<string, Fold>>;
  /** Of texts and lists, by their names. */
  readonly methods: Readonly<Record<string, Fold>>;
  /** Values of names such as `process.env`. */
  readonly values: (qualified: string, at: At) => Known | undefined;
  /** `format % values`. */
  readonly format?: (format: Known, values: readonly Known[]) => Known | undefined;
}

/** A call, with what is known of it. */
export interface Call extends Omit<CallParts, 'callee'> {
  readonly node: NodeId;
  readonly name: string | undefined;
  /** Last part of the callee's name. */
  readonly method: string;
  readonly callee: Known;
  readonly self: Known;
}

/** What a call to a library brings. */
export type Outcome = (call: Call, evaluator: Evaluator) => Known | undefined;

/** Values of variables of a comprehension or of one call. */
export type Environment = ReadonlyMap<string, Known>;

/** Deeper expressions than people or bundlers write. */
const DEEPEST = 600;

/** An expression to be computed, with the values of variables that hold for it only. */
export interface Computation {
  readonly evaluator: Evaluator;
  readonly node: NodeId;
  readonly environment: Environment | undefined;
  /** The value of a part of it. */
  readonly part: (node: NodeId) => Known;
}

type Compute<K extends Expression['kind']> = (
  expression: Extract<Expression, { readonly kind: K }>,
  computation: Computation,
) => Known;

const COMPUTE: { readonly [K in Expression['kind']]: Compute<K> } = {
  constant: ({ text, bytes, numeric }) => ({
    ...literal(text, bytes),
    numeric: numeric === true,
  }),
  template: ({ parts }, { evaluator, part }) =>
    joined(
      parts.map((one) =>
        typeof one === 'string' ? literal(one) : evaluator.underName(part(one), one),
      ),
    ),
  name: ({ name }, { evaluator, node, environment }) =>
    environment?.get(name) ?? evaluator.names.at(node, name),
  self: () => ({ dynamic: true, sources: [], refers: 'self' }),
  member: ({ object, name }, { evaluator, node, part }) =>
    memberOf(evaluator, part(object), { name, node }),
  index: ({ object, index }, { evaluator, node, part }) =>
    itemAt(evaluator, part(object), { index: part(index), node }),
  slice: ({ object, range }, { part }) => sliced(part(object), range),
  call: (expression, { evaluator, node, environment }) =>
    resultOf(evaluator.call(node, expression, environment), evaluator, environment),
  binary: combined,
  list: listOf,
  entries: entriesOf,
  function: (_, { node }) => ({ ...UNKNOWN, local: node }),
  comprehension: comprehended,
  either: ({ options }, { part }) => oneOf(options.map(part), 'value'),
  same: ({ inner }, { part }) => part(inner),
  unknown: ({ parts }, { part }) => fromSources(sourcesOf(parts.map(part))),
};

export class Evaluator {
  readonly names: NamedValues;
  readonly callers: Callers;
  readonly #memo = new Map<NodeId, Known>();
  /** Functions whose results are being computed for certain arguments. */
  readonly #applied = new Set<NodeId>();
  #depth = 0;
  #repeated = 0;
  #unread: string | undefined;

  constructor(
    readonly unit: Unit,
    readonly program: Program,
    readonly library: Library,
    readonly outcome: Outcome,
    /** Whether a table has a function of that name. */
    readonly knows: (qualified: string) => boolean,
  ) {
    this.names = new NamedValues(this);
    this.callers = new Callers(this);
  }

  /** Why values stayed unknown that could be known, if any did. */
  get unread(): string | undefined {
    return this.#unread;
  }

  #giveUp(reason: string): Known {
    this.#unread ??= reason;
    return UNKNOWN;
  }

  at(node: NodeId): At {
    return spanAt(this.unit, this.program.tree.start(node), this.program.tree.end(node));
  }

  evaluate(node: NodeId, environment?: Environment): Known {
    if (node === NONE) return UNKNOWN;
    if (this.#depth > DEEPEST) return this.#giveUp(`expressions nest more than ${DEEPEST} deep`);
    if (environment !== undefined)
      return this.#repeated++ > MOST_REPEATED
        ? this.#giveUp(`it takes more than ${MOST_REPEATED} computations to know what it does`)
        : this.#compute(node, environment);
    const known = this.#memo.get(node);
    if (known !== undefined) return known;
    // whoever asks again meanwhile goes round in a circle
    this.#memo.set(node, UNKNOWN);
    const result = this.#compute(node);
    this.#memo.set(node, result);
    return result;
  }

  #compute(node: NodeId, environment?: Environment): Known {
    this.#depth++;
    const expression = this.program.adapter.expression(this.program.tree, node);
    const compute = COMPUTE[expression.kind] as Compute<Expression['kind']>;
    const result = compute(expression, {
      evaluator: this,
      node,
      environment,
      part: (part) => this.evaluate(part, environment),
    });
    this.#depth--;
    return result;
  }

  /** Computes for certain arguments of a function, unless that is being done: its branches would double at each level. */
  once<T>(local: NodeId, compute: (first: boolean) => T): T {
    if (local === NONE || this.#applied.has(local)) return compute(false);
    this.#applied.add(local);
    const result = compute(true);
    this.#applied.delete(local);
    return result;
  }

  /** A global, a built-in function or a module by its qualified name. */
  global(qualified: string, node: NodeId): Known {
    const known = this.library.values(qualified, this.at(node));
    const sources = this.loaded(qualified) ?? UNKNOWN.sources;
    return known ?? { ...UNKNOWN, refers: qualified, sources };
  }

  /** Sources of a name of another program of the bundle. */
  loaded(qualified: string): readonly Source[] | undefined {
    return this.unit.loaded?.get(loadedName(qualified));
  }

  /** A value for a place in a text: under its name where it is not known. */
  underName(known: Known, node: NodeId): Known {
    return known.text === undefined ? { ...known, ...this.placeholder(node) } : known;
  }

  /** The sign for an expression that is not known. */
  placeholder(node: NodeId): { readonly text: string; readonly dynamic: true } {
    const written = this.program.tree.textOf(node);
    const name = /^[\w.[\]'"()]{1,40}$/.test(written) ? written : '…';
    return { text: placeholder(name).text ?? '', dynamic: true };
  }

  /** The parts of a node that is a call. */
  callParts(node: NodeId): CallParts | undefined {
    const { adapter, tree } = this.program;
    const expression = node === NONE ? undefined : adapter.expression(tree, node);
    return expression?.kind === 'call' ? expression : undefined;
  }

  /** A call with its callee and the object of its method. */
  call(node: NodeId, parts: CallParts, environment?: Environment): Call {
    const { tree, adapter } = this.program;
    const expression = adapter.expression(tree, parts.callee);
    if (expression.kind === 'member') {
      const self = this.evaluate(expression.object, environment);
      // not by way of the callee: what depends on the environment is not kept, and a chain of calls would double at each link
      const callee =
        environment === undefined
          ? this.evaluate(parts.callee)
          : memberOf(this, self, { name: expression.name, node: parts.callee });
      return { ...parts, node, name: callee.refers, callee, self, method: expression.name };
    }
    const callee = this.evaluate(parts.callee, environment);
    const name = callee.refers;
    const method = name === undefined ? '' : name.slice(name.lastIndexOf('.') + 1);
    return { ...parts, node, name, callee, self: UNKNOWN, method };
  }
}
