// What this folder uses of the parser, which has no types of its own.
declare module 'nunjucks/src/parser.js' {
  export interface Token {
    readonly type: string;
    readonly value: unknown;
    readonly lineno: number;
    readonly colno: number;
  }

  export interface TokenReader {
    readonly tags: Readonly<Record<string, string>>;
    nextToken(): Token | null;
  }

  interface At {
    readonly lineno: number;
    readonly colno: number;
  }

  type Branch<Name extends string> = At & { readonly typename: Name };

  export type SymbolNode = Branch<'Symbol'> & { readonly value: string };
  export type LiteralNode = Branch<'Literal'> & { readonly value: unknown };
  export type TextNode = Branch<'TemplateData'> & { readonly value: string };
  export type ListNode = Branch<
    'Root' | 'NodeList' | 'Output' | 'Group' | 'Array' | 'Dict' | 'KeywordArgs'
  > & { readonly children: readonly Node[] };
  export type PairNode = Branch<'Pair'> & { readonly key: Node; readonly value: Node };
  export type LookupNode = Branch<'LookupVal'> & {
    /** Null where the source has nothing to look into. */
    readonly target: Node | null;
    readonly val: Node | null;
  };
  export type CallNode = Branch<'FunCall' | 'Filter'> & {
    /** Null where the source has nothing to call. */
    readonly name: Node | null;
    readonly args: ListNode;
  };
  export type UnaryNode = Branch<'Not' | 'Neg' | 'Pos'> & { readonly target: Node };
  export type BinaryNode = Branch<
    | 'In'
    | 'Is'
    | 'Or'
    | 'And'
    | 'Add'
    | 'Concat'
    | 'Sub'
    | 'Mul'
    | 'Div'
    | 'FloorDiv'
    | 'Mod'
    | 'Pow'
  > & { readonly left: Node; readonly right: Node };
  export type CompareNode = Branch<'Compare'> & {
    readonly expr: Node;
    readonly ops: readonly (At & { readonly expr: Node; readonly type: string })[];
  };
  export type IfNode = Branch<'If'> & {
    readonly cond: Node;
    readonly body: ListNode;
    readonly else_: IfNode | ListNode | null;
  };
  export type ForNode = Branch<'For'> & {
    readonly arr: Node;
    readonly name: Node;
    readonly body: ListNode;
    readonly else_: ListNode | null;
  };
  export type SetNode = Branch<'Set'> & {
    readonly targets: readonly Node[];
    readonly value: Node | null;
  };
  export type MacroNode = Branch<'Macro'> & {
    readonly name: Node;
    readonly args: ListNode;
    readonly body: ListNode;
  };
  export type CaptureNode = Branch<'Capture'> & { readonly body: ListNode };
  export type InlineIfNode = Branch<'InlineIf'> & { readonly body: Node };

  export type Node =
    | SymbolNode
    | LiteralNode
    | TextNode
    | ListNode
    | PairNode
    | LookupNode
    | CallNode
    | UnaryNode
    | BinaryNode
    | CompareNode
    | IfNode
    | ForNode
    | SetNode
    | MacroNode
    | CaptureNode
    | InlineIfNode;

  interface Nodes {
    readonly Symbol: new (lineno: number, colno: number, value: string) => SymbolNode;
  }

  export interface Extension {
    readonly tags: readonly string[];
    parse(parser: Parser, nodes: Nodes): Node;
  }

  declare class Parser {
    constructor(tokens: TokenReader);
    extensions: readonly Extension[];
    nextToken(): Token | null;
    advanceAfterBlockEnd(name: string): Token;
    parseAsRoot(): ListNode;
  }

  export type { Parser };

  const module: { readonly Parser: typeof Parser };
  export default module;
}

declare module 'nunjucks/src/lexer.js' {
  import type { Token } from 'nunjucks/src/parser.js';

  export interface Tokenizer {
    index: number;
    in_code: boolean;
    nextToken(): Token | null;
  }

  const module: { readonly lex: (source: string) => Tokenizer };
  export default module;
}
