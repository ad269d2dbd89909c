/** Finds the arguments that the tables name. */
import type { Call, Evaluator } from './evaluate.js';
import { sourcesOf, UNKNOWN, type Known } from './known.js';
import { NONE } from './syntax-tree.js';
import type { Selector, Selectors } from './tables/effect.js';

/** Properties by which an object is known to be options and not data. */
const OPTIONS = ['headers', 'method', 'timeout', 'responseType', 'agent', 'signal'];

export class Arguments {
  #peers: Map<string, Call[]> | undefined;
  readonly #peerArguments = new Map<string, readonly Known[]>();

  constructor(
    readonly evaluator: Evaluator,
    /** Names of the methods that selectors with `@` ask for. */
    readonly peerMethods: ReadonlySet<string>,
  ) {}

  /** The first of the arguments that is there. */
  first(call: Call, selectors: Selectors): Known | undefined {
    for (const selector of selectors) {
      const [known] = this.#all(call, selector);
      if (known !== undefined && known.local === undefined) return known;
    }
    return undefined;
  }

  /** All that are there; options that stand where data could are left out. */
  every(call: Call, selectors: Selectors): readonly Known[] {
    return selectors
      .flatMap((selector) => this.#all(call, selector))
      .filter(({ entries }) => !OPTIONS.some((name) => entries?.has(name) === true));
  }

  sources(call: Call, selectors: Selectors = []): Known['sources'] {
    return sourcesOf(this.every(call, selectors));
  }

  #all(call: Call, selector: Selector): readonly Known[] {
    if (typeof selector === 'number') return this.#position(call, selector);
    const dot = selector.indexOf('.');
    const [head, rest] =
      dot === -1 ? [selector, ''] : [selector.slice(0, dot), selector.slice(dot + 1)];
    if (head.startsWith('@')) return this.#ofPeers(call, head.slice(1), rest);
    if (head === 'new') return this.#made(call.self, rest);
    if (head === 'this') return call.self === UNKNOWN ? [] : [call.self];
    if (dot === -1) return this.#named(call, head);
    const [known] = this.#all(call, parsed(head));
    return known === undefined ? [] : this.#made(known, rest.replace(/^new\./, ''));
  }

  #position(call: Call, position: number): readonly Known[] {
    const node = call.args[position];
    return node === undefined ? [] : [this.evaluator.evaluate(node)];
  }

  #named(call: Call, name: string): readonly Known[] {
    for (const { key, value } of call.named)
      if (key === name) return [this.evaluator.evaluate(value)];
    const objects = [
      ...call.args,
      ...call.named.flatMap(({ key, value }) => (key === '**' ? [value] : [])),
    ];
    for (const node of objects) {
      const known = this.evaluator.evaluate(node).entries?.get(name);
      if (known !== undefined) return [known];
    }
    return [];
  }

  /** Arguments of the call that made an object. */
  #made(object: Known, rest: string): readonly Known[] {
    const call = object.origin === undefined ? undefined : this.callAt(object.origin);
    if (call === undefined) return [];
    return rest === 'this' ? [call.self] : this.#all(call, parsed(rest));
  }

  callAt(node: number): Call | undefined {
    const { program } = this.evaluator;
    const expression = node === NONE ? undefined : program.adapter.expression(program.tree, node);
    return expression?.kind === 'call' ? this.evaluator.call(node, expression) : undefined;
  }

  /** Arguments of the calls of a method on the same object; kept, as these calls ask for each other. */
  #ofPeers({ self: { origin } }: Call, method: string, rest: string): readonly Known[] {
    if (origin === undefined) return [];
    const key = `${origin}.${method}`;
    const known = this.#peerArguments.get(`${key}.${rest}`);
    if (known !== undefined) return known;
    this.#peers ??= this.#indexPeers();
    const found = (this.#peers.get(key) ?? []).flatMap((peer) => this.#all(peer, parsed(rest)));
    this.#peerArguments.set(`${key}.${rest}`, found);
    return found;
  }

  /** Calls of a method on the object that a call makes. */
  onResult(call: Call, selectors: Selectors): readonly Known[] {
    const made: Known = { ...UNKNOWN, origin: call.node };
    return this.every({ ...call, self: made }, selectors);
  }

  #indexPeers(): Map<string, Call[]> {
    const peers = new Map<string, Call[]>();
    for (const node of this.evaluator.program.calls) {
      const method = this.#methodAt(node);
      if (method === undefined || !this.peerMethods.has(method)) continue;
      const call = this.callAt(node);
      if (call?.self.origin === undefined) continue;
      const key = `${call.self.origin}.${method}`;
      const known = peers.get(key);
      if (known === undefined) peers.set(key, [call]);
      else known.push(call);
    }
    return peers;
  }

  #methodAt(node: number): string | undefined {
    const { tree, adapter } = this.evaluator.program;
    const call = adapter.expression(tree, node);
    const callee = call.kind === 'call' ? adapter.expression(tree, call.callee) : undefined;
    return callee?.kind === 'member' ? callee.name : undefined;
  }
}

const parsed = (selector: string): Selector =>
  /^\d+$/.test(selector) ? Number(selector) : selector;
