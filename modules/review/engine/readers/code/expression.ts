/** Expressions of every language in one shape: what the evaluator computes with. */
import type { NodeId, SyntaxTree } from './syntax-tree.js';

export interface Entry {
  /** A key as written, or the expression that computes it. */
  readonly key: string | NodeId;
  readonly value: NodeId;
}

export interface CallParts {
  readonly callee: NodeId;
  readonly args: readonly NodeId[];
  readonly named: readonly Entry[];
}

export type Expression =
  | {
      readonly kind: 'constant';
      readonly text: string;
      readonly bytes?: boolean;
      readonly numeric?: boolean;
    }
  /** Texts and expressions, one after the other. */
  | { readonly kind: 'template'; readonly parts: readonly (string | NodeId)[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'self' }
  | { readonly kind: 'member'; readonly object: NodeId; readonly name: string }
  | { readonly kind: 'index'; readonly object: NodeId; readonly index: NodeId }
  | { readonly kind: 'slice'; readonly object: NodeId; readonly range: string }
  | ({ readonly kind: 'call' } & CallParts)
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: NodeId;
      readonly right: NodeId;
    }
  | { readonly kind: 'list'; readonly items: readonly NodeId[] }
  | {
      readonly kind: 'entries';
      readonly entries: readonly Entry[];
      readonly rest: readonly NodeId[];
    }
  | { readonly kind: 'function' }
  /** The body for each item of a list. */
  | {
      readonly kind: 'comprehension';
      readonly body: NodeId;
      readonly variable: string;
      readonly over: NodeId;
    }
  /** One of several. */
  | { readonly kind: 'either'; readonly options: readonly NodeId[] }
  /** The same value: parentheses, `await`, casts. */
  | { readonly kind: 'same'; readonly inner: NodeId }
  /** Anything else, and what it is made of. */
  | { readonly kind: 'unknown'; readonly parts: readonly NodeId[] };

/** How a name gets part of a value: a member, an item by number, or each of the items. */
export type Take = string | number | typeof EACH;
export const EACH = Symbol('each');

/** What a name, or a member of it, may hold. */
export type Binding =
  | { readonly kind: 'value'; readonly node: NodeId; readonly take: readonly Take[] }
  /** The value gets something added to it: `x.append(node)`, `x.key = node`, `x += node`. */
  | { readonly kind: 'added'; readonly node: NodeId; readonly key?: string }
  | { readonly kind: 'import'; readonly qualified: string; readonly node: NodeId }
  | { readonly kind: 'function'; readonly node: NodeId };

/** What an adapter tells of the statements that it meets, in order of the text. */
export interface Declarations {
  /** A name of the scope of `at` is given a value; `local` where this also declares it there. */
  bind(at: NodeId, name: string, binding: Binding & { readonly local?: boolean }): void;
  /** A member of `self` or `this` is given a value. */
  bindMember(name: string, binding: Binding): void;
  /** A name belongs to an outer scope. */
  outer(at: NodeId, name: string): void;
  /** A function answers with a value. */
  returns(at: NodeId, value: NodeId): void;
  /** A parameter of the function `at`; `fallback` is its default value or `NONE`. */
  parameter(at: NodeId, parameter: Parameter): void;
}

export interface Parameter {
  readonly name: string;
  readonly fallback: NodeId;
  readonly take: readonly Take[];
  /** Position among the arguments. */
  readonly index: number;
}

/** One language, for the evaluator. */
export interface LanguageAdapter {
  /** Kinds of nodes that open a scope. */
  readonly functions: ReadonlySet<string>;
  readonly calls: ReadonlySet<string>;
  /** Statements that declare something. */
  readonly declare: Readonly<
    Record<string, (tree: SyntaxTree, node: NodeId, to: Declarations) => void>
  >;
  expression(tree: SyntaxTree, node: NodeId): Expression;
  /** Name of a global or built-in function as the tables know it. */
  global(name: string): string | undefined;
  /** The usual form of a qualified name: `node:fs/promises` and `fs` are one. */
  normal(qualified: string): string;
}
