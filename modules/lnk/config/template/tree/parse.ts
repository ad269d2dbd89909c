import type { Extension, ListNode, Parser, Token, TokenReader } from 'nunjucks/src/parser.js';
import { SourceReader } from '../tokens/source-reader.js';
import { syntaxProblem } from './syntax-problem.js';
import { TemplateBuilder } from './read-template.js';
import type { Template } from './template.js';

const TAGS = {
  BLOCK_START: '{%',
  BLOCK_END: '%}',
  VARIABLE_START: '{{',
  VARIABLE_END: '}}',
  COMMENT_START: '{#',
  COMMENT_END: '#}',
};

const LOOP_CONTROL: Extension = {
  tags: ['break', 'continue'],
  parse(parser, nodes) {
    const tag = parser.nextToken();
    const name = String(tag?.value);
    parser.advanceAfterBlockEnd(name);
    return new nodes.Symbol(0, tag?.colno ?? 0, name);
  },
};

/** Hands tokens to the parser and remembers the last of them. */
class Tokens implements TokenReader {
  readonly tags = TAGS;
  #next = 0;

  constructor(readonly tokens: readonly Token[]) {}

  nextToken(): Token | null {
    const token = this.tokens[this.#next];
    this.#next += 1;
    return token ?? null;
  }

  get lastOffset(): number {
    return this.tokens[Math.min(this.#next, this.tokens.length) - 1]?.colno ?? 0;
  }
}

/** @throws {TemplateError} if `source` is no template */
export async function parseTemplate(source: string): Promise<Template> {
  const [{ default: lexer }, { default: parser }] = await Promise.all([
    import('nunjucks/src/lexer.js'),
    import('nunjucks/src/parser.js'),
  ]);
  const tokens = new Tokens(new SourceReader(source, lexer.lex(source)).read());
  const state = new parser.Parser(tokens);
  state.extensions = [LOOP_CONTROL];
  return new TemplateBuilder(source).build(rootOf(state, tokens));
}

function rootOf(parser: Parser, tokens: Tokens): ListNode {
  try {
    return parser.parseAsRoot();
  } catch (error) {
    throw syntaxProblem(error, tokens.lastOffset);
  }
}
