import { FILTERS } from '../filters/index.js';
import { Arguments, checkedArguments, checkType } from '../filters/signature.js';
import { TemplateError, UnknownVariable, ValueProblem } from '../template-error.js';
import type { Expression, LogicSign, NamedCall, Operation, Path } from '../tree/template.js';
import type { Budget } from './budget.js';
import { calculated } from './arithmetic.js';
import { callFunction, type Host } from './functions.js';
import type { Position } from './position.js';
import type { Scope } from './scope.js';
import { holds } from './tests.js';
import { equals, isDictionary, isList, isNumber, isTruthy, kindOf, type Value } from './value.js';
import { concatenated } from './concatenation.js';

interface Evaluation {
  readonly scope: Scope;
  readonly budget: Budget;
  readonly host: Host;
  readonly position: Position;
  /** What a macro prints. */
  callMacro(call: NamedCall): string;
}

/** The operation of an expression, of one kind. */
type Of<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>;

/** What every configuration can name. */
const CONTEXT_NAMES = new Set(['key', 'git_branch']);
const ENVIRONMENT_NAME = /^(?:env\.)?[A-Z][A-Z\d_]*$/;

/** Gives expressions their values. */
export class Evaluator {
  constructor(readonly run: Evaluation) {}

  /** @throws {TemplateError} where the expression has no value */
  value(expression: Expression): Value {
    this.run.position.locating(expression.at, () => {
      this.run.budget.step();
    });
    let value = this.#start(expression);
    // `not` takes a variable that is not defined
    if (value === undefined) return true;
    for (const filter of expression.filters) {
      // `default` has had its say where the value was looked up, and nothing is escaped
      if (filter.name === 'default' || filter.name === 'safe') continue;
      value = this.filtered(value, filter);
    }
    return expression.negated ? !isTruthy(value) : value;
  }

  #start(expression: Expression): Value | undefined {
    const { value: operation, at } = expression;
    switch (operation.kind) {
      case 'path':
        return this.#variable(expression, operation.path);
      case 'list':
        return operation.items.map((item) => this.value(item));
      case 'call':
        return this.#call(operation.call);
      case 'macro':
        return this.run.callMacro(operation.call);
      case 'math':
        return this.#math(operation) ?? 'NaN';
      default:
        return this.run.position.locating(at, () => this.#simple(operation, expression));
    }
  }

  #simple(
    operation: Of<'literal' | 'concatenation' | 'logic' | 'in' | 'test'>,
    expression: Expression,
  ): Value {
    switch (operation.kind) {
      case 'literal':
        return operation.value;
      case 'concatenation':
        return concatenated(
          operation.parts.map((part) => ({ kind: part.kind, value: this.#part(part) })),
          this.run.budget,
        );
      case 'test':
        return this.#test(operation);
      case 'in':
        return this.#isIn(operation);
      case 'logic':
        return this.#logicValue(operation, expression);
    }
  }

  #logicValue(operation: Of<'logic'>, expression: Expression): boolean {
    if (expression.negated) {
      throw new ValueProblem(
        '`not` before a comparison gives no value, only a condition.',
        'Write the opposite comparison.',
      );
    }
    return this.#logic(operation);
  }

  #part(part: Operation): Value {
    return this.value({ at: atOf(part), value: part, filters: [], negated: false });
  }

  #variable(expression: Expression, path: Path): Value | undefined {
    const [first] = expression.filters;
    const fallback = first?.name === 'default' ? first : undefined;
    if (fallback === undefined) {
      return expression.negated ? this.#find(path) : this.#lookUp(path);
    }
    const found = this.#find(path) ?? null;
    if (found !== null) return found;
    const value = fallback.args.get('value');
    if (value !== undefined) return this.value(value);
    throw new TemplateError(
      'The filter `default` needs the argument `value`.',
      fallback.at,
      `Write {{ ${path.text} | default(value='…') }}.`,
    );
  }

  /** Undefined for what is not defined, also by an index that is not. */
  #find(path: Path): Value | undefined {
    const steps = this.#steps(path, false);
    return steps === undefined ? undefined : this.run.scope.find(path.root, steps);
  }

  #lookUp(path: Path): Value {
    const steps = this.#steps(path, true) ?? [];
    const found = this.run.scope.find(path.root, steps);
    if (found !== undefined) return found;
    throw new UnknownVariable(path, {
      evaluated: [path.root, ...steps].join('.'),
      hint: this.#hintFor(path),
    });
  }

  #hintFor({ root, text }: Path): string {
    if (CONTEXT_NAMES.has(root) || this.run.scope.find(root, []) !== undefined)
      return `Give it a fallback: {{ ${text} | default(value='…') }}.`;
    const name = ENVIRONMENT_NAME.test(text) ? text.replace('env.', '') : 'NAME';
    return `The variables are key and git_branch; one of the environment is get_env(name='${name}').`;
  }

  #steps(path: Path, isNeeded: boolean): readonly string[] | undefined {
    const steps: string[] = [];
    for (const step of path.steps) {
      const index =
        typeof step === 'string' ? step : isNeeded ? this.#lookUp(step) : this.#find(step);
      if (index === undefined) return undefined;
      if (typeof step === 'string') steps.push(step);
      else if (typeof index === 'string' || isNumber(index)) {
        // a variable may hold several steps at once
        steps.push(
          ...String(index)
            .split('.')
            .filter((part) => part !== ''),
        );
      } else {
        throw new TemplateError(
          `An index must be a text or a number, not ${kindOf(index)}.`,
          step.at,
        );
      }
    }
    return steps;
  }

  #call(call: NamedCall): Value {
    const args = this.arguments(call);
    return this.run.position.locating(call.at, () => callFunction(call.name, args, this.run.host));
  }

  arguments(call: NamedCall): Arguments {
    const values = [...call.args].map(([name, value]) => [name, this.value(value)] as const);
    return new Arguments(new Map(values), this.run.budget);
  }

  /** The value that a filter makes of another. */
  filtered(value: Value, call: NamedCall): Value {
    const given = this.arguments(call);
    return this.run.position.locating(call.at, () => {
      const filter = FILTERS.get(call.name);
      if (filter === undefined) {
        throw new ValueProblem(`Filter '${call.name}' not found.`, undefined, true);
      }
      const subject = `the filter \`${call.name}\``;
      checkType(`What ${subject} takes`, filter.takes, value);
      this.#charge(value);
      const parameters = new Map(Object.entries(filter.parameters));
      const result = filter.apply(value, checkedArguments(subject, parameters, given));
      this.#charge(result);
      return result;
    });
  }

  #charge(value: Value): void {
    if (typeof value === 'string') this.run.budget.text(value.length);
    else if (isList(value)) this.run.budget.step(value.length);
    else if (isDictionary(value)) this.run.budget.step(value.size);
  }

  #math({ sign, left, right }: Of<'math'>): bigint | number | undefined {
    const [one, other] = [this.#number(left), this.#number(right)];
    if (one === undefined || other === undefined) return undefined;
    return this.run.position.locating(left.at, () => calculated(sign, one, other));
  }

  /** The number of an expression; undefined for one that is none, as 1 / 0. */
  #number(expression: Expression): bigint | number | undefined {
    const { value: operation, filters } = expression;
    if (operation.kind === 'math' && filters.length === 0) return this.#math(operation);
    const value = this.value(expression);
    if (isNumber(value)) return value;
    throw new TemplateError(
      `A calculation takes numbers, not ${kindOf(value)}.`,
      expression.at,
      'Make a number of a text with the filters `int` and `float`.',
    );
  }

  #isIn({ left, right, negated }: Of<'in'>): boolean {
    const [wanted, container] = [this.value(left), this.value(right)];
    return this.#contains(container, wanted) !== negated;
  }

  #contains(container: Value, wanted: Value): boolean {
    if (isList(container)) return container.some((item) => equals(item, wanted, this.run.budget));
    if (typeof container !== 'string' && !isDictionary(container)) {
      throw new ValueProblem(
        `\`in\` looks into texts, lists and maps, not into ${kindOf(container)}.`,
      );
    }
    if (typeof wanted !== 'string') {
      throw new ValueProblem(`Only a text can be in ${kindOf(container)}, not ${kindOf(wanted)}.`);
    }
    return typeof container === 'string' ? container.includes(wanted) : container.has(wanted);
  }

  #test({ path, test, negated }: Of<'test'>): boolean {
    const args = test.args.map((arg) => this.value(arg));
    const value = this.#find(path);
    const { budget } = this.run;
    return (
      this.run.position.locating(test.at, () => holds({ name: test.name, value, args, budget })) !==
      negated
    );
  }

  /** Whether a condition holds: a variable that is not defined counts as false. */
  condition(expression: Expression): boolean {
    const { value: operation, at, negated } = expression;
    switch (operation.kind) {
      case 'path':
        return this.#isSet(expression);
      case 'logic':
        return this.run.position.locating(at, () => this.#logicCondition(operation, negated));
      case 'call':
        return this.#isTrue(operation.call) !== negated;
      case 'math':
        return isTruthy(this.#math(operation) ?? 0n) !== negated;
      default:
        // filters have no say here
        return isTruthy(this.#start({ ...expression, negated: false }) ?? false) !== negated;
    }
  }

  #isSet(expression: Expression): boolean {
    const { position } = this.run;
    return position.forgiving(() => isTruthy(this.value(expression)), expression.negated);
  }

  #isTrue(call: NamedCall): boolean {
    const value = this.#call(call);
    if (typeof value === 'boolean') return value;
    throw new TemplateError(
      `The function \`${call.name}\` gives ${kindOf(value)}, and a condition takes a truth value.`,
      call.at,
      `Compare what it gives: ${call.name}(…) == "…".`,
    );
  }

  #logicCondition(operation: Of<'logic'>, negated: boolean): boolean {
    const { sign, left, right } = operation;
    if (sign !== '==' && sign !== '!=') return this.#logic(operation) !== negated;
    const equal = this.#areEqual(left, right);
    return equal !== undefined && (equal === (sign === '==')) !== negated;
  }

  #logic({ sign, left, right }: Of<'logic'>): boolean {
    if (sign === 'or') return this.condition(left) || this.condition(right);
    if (sign === 'and') return this.condition(left) && this.condition(right);
    if (sign === '==' || sign === '!=') return this.#areEqual(left, right) === (sign === '==');
    return this.#isOrdered(sign, left, right);
  }

  /** Undefined for a number and something else, which are neither equal nor different. */
  #areEqual(left: Expression, right: Expression): boolean | undefined {
    const [one, other] = [this.value(left), this.value(right)];
    if (isNumber(one) && isNumber(other)) return Number(one) === Number(other);
    return isNumber(one) || isNumber(other) ? undefined : equals(one, other, this.run.budget);
  }

  #isOrdered(sign: LogicSign, left: Expression, right: Expression): boolean {
    const [one, other] = [this.#number(left), this.#number(right)];
    if (one === undefined || other === undefined) {
      throw new ValueProblem('What is not a number cannot be compared.');
    }
    const difference = Number(one) - Number(other);
    if (sign === '<') return difference < 0;
    if (sign === '<=') return difference <= 0;
    return sign === '>' ? difference > 0 : difference >= 0;
  }
}

function atOf(operation: Operation): number {
  if (operation.kind === 'path') return operation.path.at;
  return operation.kind === 'call' ? operation.call.at : 0;
}
