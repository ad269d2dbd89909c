import type { ForNode, IfNode, ListNode, MacroNode, Node, SetNode } from 'nunjucks/src/parser.js';
import { TemplateError } from '../template-error.js';
import { namedCall } from './arguments.js';
import { readCondition, readLoopSubject, readValue } from './expression-reader.js';
import { itemsOf, rawCall } from './items.js';
import type { Body, Branch, Expression, Macro, Statement, Template } from './template.js';

/** Turns the parser's tree into a template. */
export class TemplateBuilder {
  readonly #macros = new Map<string, Macro>();

  constructor(readonly source: string) {}

  /** @throws {TemplateError} for what the parser takes and the template language has not */
  build(root: ListNode): Template {
    const body = this.#body(root);
    return { body, macros: this.#macros };
  }

  #body(list: ListNode | null): Body {
    return (list?.children ?? []).flatMap((node) => this.#statement(node));
  }

  #statement(node: Node): readonly Statement[] {
    switch (node.typename) {
      case 'Output':
        return node.children.map((child) => this.#output(child, node.colno));
      case 'If':
        return [{ kind: 'if', at: node.colno, branches: this.#branches(node) }];
      case 'For':
        return [this.#for(node)];
      case 'Set':
        return [this.#set(node)];
      case 'Macro':
        this.#define(node);
        return [];
      case 'Symbol':
        return [{ kind: node.value === 'break' ? 'break' : 'continue', at: node.colno }];
      default:
        throw new TemplateError('There is no such tag.', node.colno);
    }
  }

  #output(node: Node, at: number): Statement {
    if (node.typename === 'TemplateData') return { kind: 'text', at, text: node.value };
    const [subject, ...args] = node.typename === 'Filter' ? node.args.children : [];
    if (node.typename === 'Filter' && subject?.typename === 'Capture') {
      const name = node.name?.typename === 'Symbol' ? node.name.value : '';
      return {
        kind: 'filter',
        at: this.source.lastIndexOf('{%', at),
        filter: namedCall(rawCall(name, at, args), readValue),
        body: this.#body(subject.body),
      };
    }
    return { kind: 'output', at, value: readValue(itemsOf(node), at) };
  }

  #branches(node: IfNode): readonly Branch[] {
    const condition = readCondition(itemsOf(node.cond), node.colno);
    const branch = { condition, body: this.#body(node.body) };
    const next = node.else_;
    if (next === null) return [branch];
    if (next.typename === 'If') return [branch, ...this.#branches(next)];
    return [branch, { condition: undefined, body: this.#body(next) }];
  }

  #for(node: ForNode): Statement {
    const names = (node.name.typename === 'Array' ? node.name.children : [node.name]).map(
      plainName,
    );
    const [first, second, third] = names;
    if (first === undefined || third !== undefined) {
      throw new TemplateError('A loop has one variable, or a key and a value.', node.colno);
    }
    return {
      kind: 'for',
      at: node.colno,
      key: second === undefined ? undefined : first,
      item: second ?? first,
      over: readLoopSubject(itemsOf(node.arr), node.arr.colno),
      body: this.#body(node.body),
      otherwise: this.#body(node.else_),
    };
  }

  #set(node: SetNode): Statement {
    const [target, ...others] = node.targets;
    if (target === undefined || others.length > 0 || node.value === null) {
      throw new TemplateError('`set` gives one variable a value.', node.colno);
    }
    return {
      kind: 'set',
      at: node.colno,
      name: plainName(target),
      isGlobal: this.source.startsWith('set_global', node.colno),
      value: readValue(itemsOf(node.value), node.value.colno),
    };
  }

  #define(node: MacroNode): void {
    const name = plainName(node.name);
    if (this.#macros.has(name)) {
      throw new TemplateError(`The macro \`${name}\` is defined twice.`, node.colno);
    }
    this.#macros.set(name, {
      name,
      at: node.colno,
      parameters: parametersOf(node.args),
      body: this.#body(node.body),
    });
  }
}

function plainName(node: Node): string {
  if (node.typename === 'Symbol' && !node.value.includes('::')) return node.value;
  throw new TemplateError('A plain name is expected here.', node.colno);
}

function parametersOf(args: ListNode): ReadonlyMap<string, Expression | undefined> {
  const parameters = new Map<string, Expression | undefined>();
  for (const one of args.children) {
    if (one.typename !== 'KeywordArgs') add(parameters, one, undefined);
    else for (const pair of one.children) withDefault(parameters, pair);
  }
  return parameters;
}

function withDefault(parameters: Map<string, Expression | undefined>, pair: Node): void {
  if (pair.typename !== 'Pair') return;
  const value = readValue(itemsOf(pair.value), pair.colno);
  if (value.value.kind !== 'literal' || value.filters.length > 0 || value.negated) {
    throw new TemplateError(
      'The default of an argument must be a text, a number or a truth value.',
      value.at,
    );
  }
  add(parameters, pair.key, value);
}

function add(
  parameters: Map<string, Expression | undefined>,
  key: Node,
  value: Expression | undefined,
): void {
  const name = plainName(key);
  if (parameters.has(name)) {
    throw new TemplateError(`The argument \`${name}\` is named twice.`, key.colno);
  }
  parameters.set(name, value);
}
