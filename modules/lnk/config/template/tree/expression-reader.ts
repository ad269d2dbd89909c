import { TemplateError } from '../template-error.js';
import { namedCall } from './arguments.js';
import type { Item, Operand } from './items.js';
import { mathTree, MATH_SIGNS } from './math-tree.js';
import type { Expression, LogicSign, MathSign, NamedCall, Operation } from './template.js';

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** The value of an expression: where lists are allowed, too. */
export function readValue(items: readonly Item[], at: number): Expression {
  const reader = new ExpressionReader(items, at);
  return reader.finish(reader.startsWithList() ? reader.list() : reader.logic());
}

export function readCondition(items: readonly Item[], at: number): Expression {
  const reader = new ExpressionReader(items, at);
  return reader.finish(reader.logic());
}

/** What a loop goes over: a variable, a list or what a function gives, with filters. */
export function readLoopSubject(items: readonly Item[], at: number): Expression {
  const reader = new ExpressionReader(items, at);
  const subject = reader.finish(reader.startsWithList() ? reader.list() : reader.filteredSum());
  if (['path', 'call', 'list'].includes(subject.value.kind)) return subject;
  throw new TemplateError(
    'A loop goes over a variable, a list or what a function gives.',
    at,
    'Give the value a name with {% set … %} first.',
  );
}

/** Arranges the items of an expression by the precedence of the template language. */
class ExpressionReader {
  #index = 0;

  constructor(
    readonly items: readonly Item[],
    readonly at: number,
  ) {}

  finish(expression: Expression): Expression {
    const left = this.#peek();
    if (left === undefined) return expression;
    throw new TemplateError(
      left.kind === 'operator'
        ? `\`${left.sign}\` cannot stand here.`
        : 'The expression goes on where it must end.',
      left.at,
      'Give a part of the expression a name with {% set … %} first.',
    );
  }

  startsWithList(): boolean {
    const item = this.#peek();
    return item?.kind === 'operand' && item.operand.kind === 'list';
  }

  list(): Expression {
    const { at, operand } = this.#operand();
    if (operand.kind !== 'list') throw new TemplateError('A list is expected here.', at);
    const items = operand.items.map((item) => {
      const reader = new ExpressionReader(item, at);
      return reader.finish(reader.#condition());
    });
    return this.#filtered({ kind: 'list', items }, at);
  }

  logic(): Expression {
    return this.#chain('or', () => this.#chain('and', () => this.#condition()));
  }

  #chain(sign: 'or' | 'and', next: () => Expression): Expression {
    let left = next();
    while (this.#skip(sign)) {
      const right = next();
      left = plain({ kind: 'logic', sign, left, right }, left.at);
    }
    return left;
  }

  #condition(): Expression {
    if (this.#skip('not')) {
      const negated = this.#comparison();
      negated.negated = true;
      return negated;
    }
    const group = this.#loneGroup();
    return group === undefined ? this.#comparison() : readCondition(group.items, group.at);
  }

  /** Brackets around a whole condition; others hold sums only. */
  #loneGroup(): { at: number; items: readonly Item[] } | undefined {
    const item = this.#peek();
    const next = this.items[this.#index + 1];
    if (item?.kind !== 'operand' || item.operand.kind !== 'group') return undefined;
    const ends =
      next === undefined ||
      (next.kind === 'operator' && (next.sign === 'and' || next.sign === 'or'));
    if (!ends) return undefined;
    this.#index += 1;
    return { at: item.at, items: item.operand.items };
  }

  #comparison(): Expression {
    const left = this.#side();
    const operator = this.#peek();
    if (operator?.kind !== 'operator') return left;
    if (operator.sign === 'in' || operator.sign === 'in not') {
      this.#index += 1;
      return plain(
        { kind: 'in', left, right: this.#container(), negated: operator.sign === 'in not' },
        left.at,
      );
    }
    if (!isComparison(operator.sign)) return left;
    this.#index += 1;
    const right = this.#side();
    return plain({ kind: 'logic', sign: operator.sign, left, right }, left.at);
  }

  #container(): Expression {
    if (this.startsWithList()) return this.list();
    if (this.#startsWithText()) return this.#text();
    const { at, operand } = this.#operand();
    if (operand.kind === 'path') return plain(operand, at);
    throw new TemplateError('`in` looks into a variable, a list or a text.', at);
  }

  #side(): Expression {
    if (this.#startsWithText()) return this.#text();
    const parts = [this.filteredSum()];
    const signs: MathSign[] = [];
    for (let sign = this.#mathSign(); sign !== undefined; sign = this.#mathSign()) {
      signs.push(sign);
      parts.push(this.filteredSum());
    }
    return mathTree(parts, signs);
  }

  #startsWithText(): boolean {
    const item = this.#peek();
    if (item?.kind !== 'operand') return false;
    const { operand } = item;
    if (operand.kind === 'literal' && typeof operand.value === 'string') return true;
    const next = this.items[this.#index + 1];
    return next?.kind === 'operator' && next.sign === '~';
  }

  #text(): Expression {
    const at = this.#peek()?.at ?? this.at;
    const parts = [this.#textPart()];
    while (this.#skip('~')) parts.push(this.#textPart());
    const [only] = parts;
    const single = parts.length === 1 && only !== undefined;
    return this.#filtered(single ? only : { kind: 'concatenation', parts }, at);
  }

  #textPart(): Operation {
    const { at, operand } = this.#operand();
    if (operand.kind === 'path') return operand;
    if (operand.kind === 'literal' && typeof operand.value !== 'boolean') return operand;
    const value = operand.kind === 'call' ? this.#call(operand) : undefined;
    if (value?.kind === 'call') return value;
    throw new TemplateError(
      '`~` joins texts, numbers, variables and what functions give.',
      at,
      'Give the value a name with {% set … %} first.',
    );
  }

  /** A sum, with the filters behind it, which apply to all of it. */
  filteredSum(): Expression {
    const at = this.#peek()?.at ?? this.at;
    const sum = this.#sum();
    return this.#filtered(sum.value, at);
  }

  #sum(): Expression {
    const at = this.#peek()?.at ?? this.at;
    const parts = [plain(this.#term(), at)];
    const signs: MathSign[] = [];
    for (let sign = this.#mathSign(); sign !== undefined; sign = this.#mathSign()) {
      const next = this.#peek()?.at ?? at;
      signs.push(sign);
      parts.push(plain(this.#term(), next));
    }
    return mathTree(parts, signs);
  }

  #term(): Operation {
    const { at, operand } = this.#operand();
    if (operand.kind === 'group') return this.#group(operand.items, at);
    if (operand.kind === 'call') return this.#call(operand);
    if (operand.kind === 'path') return this.#test(operand);
    if (operand.kind === 'literal' && typeof operand.value !== 'string') return operand;
    throw new TemplateError(
      operand.kind === 'list'
        ? 'A list cannot stand here.'
        : 'A text cannot be a part of a calculation.',
      at,
      operand.kind === 'list' ? 'Give it a name with {% set … %} first.' : 'Join texts with ~.',
    );
  }

  #group(items: readonly Item[], at: number): Operation {
    const reader = new ExpressionReader(items, at);
    const inner = reader.#sum();
    const rest = reader.#peek();
    if (rest === undefined) return inner.value;
    throw new TemplateError(
      'Brackets inside an expression hold sums only.',
      rest.at,
      'Give the value a name with {% set … %} first.',
    );
  }

  #call(operand: Extract<Operand, { kind: 'call' }>): Operation {
    const call = namedCall(operand.call, readValue);
    return { kind: call.name.includes('::') ? 'macro' : 'call', call };
  }

  #test(operand: Extract<Operand, { kind: 'path' }>): Operation {
    const operator = this.#peek();
    if (operator?.kind !== 'operator' || !operator.sign.startsWith('is')) return operand;
    this.#index += 1;
    const negated = operator.sign === 'is not';
    const { at, operand: test } = this.#operand();
    if (test.kind === 'path' && test.path.steps.length === 0) {
      const named = { at, name: test.path.root, args: [] };
      return { kind: 'test', path: operand.path, negated, test: named };
    }
    if (test.kind !== 'call') {
      throw new TemplateError('The name of a test is expected behind `is`.', at);
    }
    if (test.call.named.length > 0) {
      throw new TemplateError(
        `The arguments of the test \`${test.call.name}\` have no names.`,
        at,
        `Write ${test.call.name}(value).`,
      );
    }
    const args = test.call.positional.map((items) => readValue(items, at));
    return {
      kind: 'test',
      path: operand.path,
      negated,
      test: { at: test.call.at, name: test.call.name, args },
    };
  }

  #filtered(value: Operation, at: number): Expression {
    const filters: NamedCall[] = [];
    for (let item = this.#peek(); item?.kind === 'filter'; item = this.#peek()) {
      this.#index += 1;
      filters.push(namedCall(item.call, readValue));
    }
    return { at, value, filters, negated: false };
  }

  #operand(): { at: number; operand: Operand } {
    const item = this.#peek();
    if (item?.kind === 'operand') {
      this.#index += 1;
      return item;
    }
    throw new TemplateError(
      item?.kind === 'operator' ? `\`${item.sign}\` cannot stand here.` : 'A value is missing.',
      item?.at ?? this.at,
    );
  }

  #mathSign(): MathSign | undefined {
    const item = this.#peek();
    const sign =
      item?.kind === 'operator' ? MATH_SIGNS.find((one) => one === item.sign) : undefined;
    if (sign !== undefined) this.#index += 1;
    return sign;
  }

  #skip(sign: string): boolean {
    const item = this.#peek();
    if (item?.kind !== 'operator' || item.sign !== sign) return false;
    this.#index += 1;
    return true;
  }

  #peek(): Item | undefined {
    return this.items[this.#index];
  }
}

function isComparison(sign: string): sign is LogicSign {
  return COMPARISONS.has(sign);
}

function plain(value: Operation, at: number): Expression {
  return { at, value, filters: [], negated: false };
}
