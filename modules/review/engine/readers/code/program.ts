/** What the statements of a file declare: scopes, what names may hold, functions and their calls. Two passes over the tree. */
import type { Binding, Declarations, LanguageAdapter, Parameter } from './expression.js';
import { NONE, type NodeId, type SyntaxTree } from './syntax-tree.js';

export interface Scope {
  readonly parent: Scope | undefined;
  /** The function, or the root. */
  readonly node: NodeId;
  readonly names: Map<string, Binding[]>;
  readonly parameters: Map<string, Parameter>;
  /** Names that belong to an outer scope though they are assigned here. */
  readonly outer: Set<string>;
  readonly returned: NodeId[];
}

const scopeAround = (node: NodeId, parent?: Scope): Scope => ({
  parent,
  node,
  names: new Map(),
  parameters: new Map(),
  outer: new Set(),
  returned: [],
});

export class Program implements Declarations {
  /** Calls in order of the text. */
  readonly calls: NodeId[] = [];
  readonly comments: NodeId[] = [];
  readonly strings: NodeId[] = [];
  /** Names `env` and `environ`, wherever they stand. */
  readonly environments: NodeId[] = [];
  readonly members = new Map<string, Binding[]>();
  readonly #scopes: Scope[] = [];
  readonly #scopeOf: Uint32Array;
  readonly #byFunction = new Map<NodeId, Scope>();
  /** Assignments to names that an outer scope may declare. */
  readonly #assigned: { readonly at: NodeId; readonly name: string; readonly binding: Binding }[] =
    [];

  constructor(
    readonly tree: SyntaxTree,
    readonly adapter: LanguageAdapter,
  ) {
    this.#scopeOf = new Uint32Array(tree.size);
    const isFunction = tree.names.kinds.map((kind) => adapter.functions.has(kind));
    this.#openScopes(isFunction);
    this.#declare();
    for (const { at, name, binding } of this.#assigned)
      push((this.#declaring(at, name) ?? (this.#scopes[0] as Scope)).names, name, binding);
  }

  /** Before anything is declared: a statement declares what stands below it. */
  #openScopes(isFunction: readonly boolean[]): void {
    const { tree } = this;
    this.#scopes.push(scopeAround(0));
    for (let node = 0; node < tree.size; node++) {
      const parent = tree.parent(node);
      this.#scopeOf[node] = parent === NONE ? 0 : (this.#scopeOf[parent] as number);
      if (isFunction[tree.kindId(node)] === true) this.#open(node);
    }
  }

  #declare(): void {
    const { tree } = this;
    const handlers = tree.names.kinds.map((kind) => this.#handlerOf(kind));
    for (let node = 0; node < tree.size; node++) handlers[tree.kindId(node)]?.(node);
  }

  #open(node: NodeId): void {
    const scope = scopeAround(node, this.scopeOf(node));
    this.#byFunction.set(node, scope);
    this.#scopeOf[node] = this.#scopes.push(scope) - 1;
  }

  #handlerOf(kind: string): ((node: NodeId) => void) | undefined {
    const declare = this.adapter.declare[kind];
    const collected = this.#collectedBy(kind);
    if (declare === undefined && collected === undefined) return undefined;
    return (node) => {
      declare?.(this.tree, node, this);
      collected?.(node);
    };
  }

  #collectedBy(kind: string): ((node: NodeId) => void) | undefined {
    if (this.adapter.calls.has(kind)) return (node) => this.calls.push(node);
    if (kind === 'comment') return (node) => this.comments.push(node);
    if (kind === 'string' || kind === 'template_string') return (node) => this.strings.push(node);
    if (!/identifier$/.test(kind)) return undefined;
    return (node) => {
      const length = this.tree.end(node) - this.tree.start(node);
      if ((length === 3 || length === 7) && /^env(iron)?$/.test(this.tree.textOf(node)))
        this.environments.push(node);
    };
  }

  scopeOf(node: NodeId): Scope {
    return this.#scopes[this.#scopeOf[node] ?? 0] as Scope;
  }

  /** The scope of a function's inside. */
  scopeOfFunction(node: NodeId): Scope | undefined {
    return this.#byFunction.get(node);
  }

  /** The innermost scope that knows a name, seen from a node. */
  #declaring(at: NodeId, name: string): Scope | undefined {
    for (let scope: Scope | undefined = this.scopeOf(at); scope !== undefined; scope = scope.parent)
      if (!scope.outer.has(name) && (scope.names.has(name) || scope.parameters.has(name)))
        return scope;
    return undefined;
  }

  /** What a name may hold where it is used, with its scope; the innermost that declares it counts. */
  lookUp(
    at: NodeId,
    name: string,
  ):
    | {
        readonly scope: Scope;
        readonly bindings: readonly Binding[];
        readonly parameter: Parameter | undefined;
      }
    | undefined {
    const scope = this.#declaring(at, name);
    if (scope === undefined) return undefined;
    return { scope, bindings: scope.names.get(name) ?? [], parameter: scope.parameters.get(name) };
  }

  bind(
    at: NodeId,
    name: string,
    { local, ...binding }: Binding & { readonly local?: boolean },
  ): void {
    const scope = this.scopeOf(at);
    if (local === true && !scope.outer.has(name)) push(scope.names, name, binding);
    else this.#assigned.push({ at, name, binding });
  }

  bindMember(name: string, binding: Binding): void {
    push(this.members, name, binding);
  }

  outer(at: NodeId, name: string): void {
    this.scopeOf(at).outer.add(name);
  }

  returns(at: NodeId, value: NodeId): void {
    this.scopeOf(at).returned.push(value);
  }

  parameter(at: NodeId, parameter: Parameter): void {
    this.scopeOf(at).parameters.set(parameter.name, parameter);
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
