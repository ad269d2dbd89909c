/** A value with what is done to it. */
export interface Expression {
  readonly at: number;
  readonly value: Operation;
  readonly filters: readonly NamedCall[];
  negated: boolean;
}

export type Operation =
  | { readonly kind: 'literal'; readonly value: string | bigint | number | boolean }
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'call'; readonly call: NamedCall }
  | { readonly kind: 'macro'; readonly call: NamedCall }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'concatenation'; readonly parts: readonly Operation[] }
  | {
      readonly kind: 'math';
      readonly sign: MathSign;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'logic';
      readonly sign: LogicSign;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'in';
      readonly left: Expression;
      readonly right: Expression;
      readonly negated: boolean;
    }
  | {
      readonly kind: 'test';
      readonly path: Path;
      readonly test: TestCall;
      readonly negated: boolean;
    };

export type MathSign = '+' | '-' | '*' | '/' | '%';
export type LogicSign = 'or' | 'and' | '==' | '!=' | '<' | '<=' | '>' | '>=';

/** `user.name[0]` */
export interface Path {
  readonly at: number;
  /** As it is written, for messages. */
  readonly text: string;
  readonly root: string;
  readonly steps: readonly (string | Path)[];
}

/** A filter, function or macro with its arguments. */
export interface NamedCall {
  readonly at: number;
  readonly name: string;
  readonly args: ReadonlyMap<string, Expression>;
}

export interface TestCall {
  readonly at: number;
  readonly name: string;
  readonly args: readonly Expression[];
}

export type Statement =
  | { readonly kind: 'text'; readonly at: number; readonly text: string }
  | { readonly kind: 'output'; readonly at: number; readonly value: Expression }
  | { readonly kind: 'if'; readonly at: number; readonly branches: readonly Branch[] }
  | ForStatement
  | {
      readonly kind: 'set';
      readonly at: number;
      readonly name: string;
      readonly isGlobal: boolean;
      readonly value: Expression;
    }
  | {
      readonly kind: 'filter';
      readonly at: number;
      readonly filter: NamedCall;
      readonly body: Body;
    }
  | { readonly kind: 'break' | 'continue'; readonly at: number };

export type Body = readonly Statement[];

export interface Branch {
  /** Undefined for `else`. */
  readonly condition: Expression | undefined;
  readonly body: Body;
}

export interface ForStatement {
  readonly kind: 'for';
  readonly at: number;
  readonly key: string | undefined;
  readonly item: string;
  readonly over: Expression;
  readonly body: Body;
  readonly otherwise: Body;
}

export interface Macro {
  readonly name: string;
  readonly at: number;
  /** With the default of each, if it has one. */
  readonly parameters: ReadonlyMap<string, Expression | undefined>;
  readonly body: Body;
}

export interface Template {
  readonly body: Body;
  readonly macros: ReadonlyMap<string, Macro>;
}
