import { checkedArguments, type Parameter } from '../filters/signature.js';
import { graphemes } from '../filters/graphemes.js';
import { TemplateError, ValueProblem } from '../template-error.js';
import type {
  Body,
  ForStatement,
  Macro,
  NamedCall,
  Statement,
  Template,
} from '../tree/template.js';
import type { Budget } from './budget.js';
import { Evaluator } from './evaluator.js';
import type { Host } from './functions.js';
import { Position } from './position.js';
import { printed } from './print.js';
import { Output } from './rendered-text.js';
import { Scope, type Loop } from './scope.js';
import { isDictionary, isList, kindOf, type Value } from './value.js';

/** A call costs as much as so many statements. */
const STEPS_OF_A_MACRO = 10;

/** How a body ended before its last statement. */
type Jump = 'break' | 'continue' | undefined;

export interface Rendering {
  readonly template: Template;
  readonly variables: ReadonlyMap<string, unknown>;
  readonly host: Host;
  readonly budget: Budget;
}

/** Goes through the statements of a template. */
export class Renderer {
  readonly #scope: Scope;
  readonly #evaluator: Evaluator;
  readonly #position = new Position();

  constructor(readonly rendering: Rendering) {
    this.#scope = new Scope(rendering.variables);
    this.#evaluator = new Evaluator({
      scope: this.#scope,
      budget: rendering.budget,
      host: rendering.host,
      position: this.#position,
      callMacro: (call) => this.#callMacro(call),
    });
  }

  /** @throws {TemplateError} where the template cannot be rendered */
  render(): Output {
    const output = new Output(this.rendering.budget);
    this.#position.reporting(() => {
      this.#body(this.rendering.template.body, output);
    });
    return output;
  }

  #body(body: Body, output: Output): Jump {
    for (const statement of body) {
      const jump = this.#position.locating(statement.at, () => this.#statement(statement, output));
      if (jump !== undefined) return jump;
    }
    return undefined;
  }

  #statement(statement: Statement, output: Output): Jump {
    const { budget } = this.rendering;
    budget.step();
    switch (statement.kind) {
      case 'text':
        output.literal(statement.text, statement.at);
        return undefined;
      case 'output':
        output.value(printed(this.#evaluator.value(statement.value), budget), statement.at);
        return undefined;
      case 'set':
        this.#scope.set(statement.name, this.#evaluator.value(statement.value), statement.isGlobal);
        return undefined;
      case 'filter':
        this.#filter(statement, output);
        return undefined;
      case 'if':
        return this.#if(statement, output);
      case 'for':
        return this.#for(statement, output);
      default:
        return statement.kind;
    }
  }

  #filter(statement: Extract<Statement, { kind: 'filter' }>, output: Output): void {
    const inner = new Output(this.rendering.budget);
    this.#body(statement.body, inner);
    const { filter, at } = statement;
    const text = inner.text();
    const result = filter.name === 'safe' ? text : this.#evaluator.filtered(text, filter);
    output.value(printed(result, this.rendering.budget), at);
  }

  #if(statement: Extract<Statement, { kind: 'if' }>, output: Output): Jump {
    const branch = statement.branches.find(
      ({ condition }) => condition === undefined || this.#evaluator.condition(condition),
    );
    return branch === undefined ? undefined : this.#body(branch.body, output);
  }

  #for(statement: ForStatement, output: Output): Jump {
    const loop = this.#loop(statement);
    if (loop.items.length === 0) return this.#body(statement.otherwise, output);
    this.#scope.enterLoop(loop);
    while (loop.index < loop.items.length) {
      this.rendering.budget.step();
      if (this.#body(statement.body, output) === 'break') break;
      this.#scope.nextRound(loop);
    }
    this.#scope.leave();
    return undefined;
  }

  #loop({ over, key, item }: ForStatement): Loop {
    const value = this.#evaluator.value(over);
    if (isDictionary(value)) {
      if (key === undefined) {
        throw new TemplateError(
          'A loop over a map has a key and a value.',
          over.at,
          'Write {% for key, value in map %}.',
        );
      }
      return { key, item, keys: [...value.keys()], items: [...value.values()], index: 0 };
    }
    if (key !== undefined) {
      throw new TemplateError(`Only maps have keys, and this is ${kindOf(value)}.`, over.at);
    }
    return { key, item, keys: [], items: this.#elements(value), index: 0 };
  }

  #elements(value: Value): readonly Value[] {
    if (isList(value)) return value;
    if (typeof value !== 'string') {
      throw new ValueProblem(`A loop goes over a list, a map or a text, not ${kindOf(value)}.`);
    }
    this.rendering.budget.step(value.length);
    return [...graphemes(value, this.rendering.budget)];
  }

  #callMacro(call: NamedCall): string {
    this.#position.locating(call.at, () => {
      this.rendering.budget.step(STEPS_OF_A_MACRO);
    });
    const macro = this.#position.locating(call.at, () => this.#macro(call.name));
    const output = new Output(this.rendering.budget);
    const variables = this.#position.locating(call.at, () => this.#macroVariables(macro, call));
    this.#position.locating(call.at, () => {
      this.rendering.budget.deeper(() => {
        this.#scope.enterMacro(variables);
        this.#body(macro.body, output);
        this.#scope.leave();
      });
    });
    return output.text();
  }

  #macro(qualified: string): Macro {
    const [namespace = '', name = '', ...more] = qualified.split('::');
    const macro = this.rendering.template.macros.get(name);
    if (namespace === 'self' && macro !== undefined && more.length === 0) return macro;
    throw new ValueProblem(
      `Macro '${qualified}' not found.`,
      'Macros of this file are called as {{ self::name(argument=…) }}.',
      true,
    );
  }

  #macroVariables(macro: Macro, call: NamedCall): Map<string, Value> {
    const parameters = [...macro.parameters].map(([name, fallback]): [string, Parameter] => [
      name,
      fallback === undefined ? { type: 'any', required: true } : { type: 'any' },
    ]);
    const given = checkedArguments(
      `the macro \`${macro.name}\``,
      new Map(parameters),
      this.#evaluator.arguments(call),
    );
    const variables = new Map<string, Value>();
    for (const [name, fallback] of macro.parameters) {
      const value = given.any(name);
      if (value !== undefined) variables.set(name, value);
      else if (fallback !== undefined) variables.set(name, this.#evaluator.value(fallback));
    }
    return variables;
  }
}
