/** Expressions of PowerShell: operators, brackets, types, members and calls of methods. */
import type { At } from '../../unit.js';
import { executed } from '../shell/commands/interpreters.js';
import { disguise, joined, literal, union, unknown, type Flow } from '../shell/flow.js';
import { callOf, method } from './methods.js';
import { binary, cast, indexed, mixed, type Values } from './operators.js';
import { ASSIGNMENT, BUFFER, KEYWORD, NUMBER, OPERATOR, TYPE, UNARY } from './patterns.js';
import type { Texts } from './texts.js';
import { assign } from './variables.js';
import { DEPTH, type WalkState } from './walk-state.js';

interface Called {
  readonly receiver: Values;
  readonly args: Values;
  readonly at: At;
}

/** What brackets may have inside. */
interface Parts {
  /** Statements up to a closing bracket. */
  statements(close: string, input?: Flow): Flow;
  pipeline(input: Flow | undefined): Values;
}

export class Expressions {
  constructor(
    private readonly state: WalkState,
    private readonly texts: Texts,
    private readonly parts: Parts,
  ) {}

  expression(input: Flow | undefined): Values {
    let left = this.#list(input);
    for (;;) {
      const operator = this.state.scan.take(OPERATOR)?.[1]?.toLowerCase();
      if (operator === undefined) break;
      this.state.scan.space(true);
      const before = this.state.scan.position;
      const right = this.#list(input);
      const known = this.state.session.spend([...left, ...right]);
      left = ((known ? binary.get(operator) : undefined) ?? mixed)(left, right);
      if (this.state.scan.position === before) break;
    }
    return left;
  }

  #list(input: Flow | undefined): Values {
    const values = [...this.#unary(input)];
    for (;;) {
      this.state.scan.space();
      if (this.state.scan.peek() !== ',') return values;
      this.state.scan.position++;
      this.state.scan.space(true);
      values.push(...this.#unary(input));
    }
  }

  #unary(input: Flow | undefined): Values {
    if (this.state.depth >= DEPTH) this.state.skip();
    this.state.depth++;
    const sign = this.state.scan.take(UNARY)?.[1]?.toLowerCase();
    const values = sign === undefined ? this.postfixed(this.primary(input)) : this.#unary(input);
    this.state.depth--;
    return sign === '-join' ? [disguise(joined(values))] : values;
  }

  primary(input: Flow | undefined): Values {
    const { scan } = this.state;
    if (scan.looksAt(/["']|@["']/y)) return [this.texts.string()];
    if (scan.peek() === '[') return this.#typed(input);
    const open = scan.take(/[$@]?\(|@?\{/y)?.[0];
    if (open !== undefined) return this.#group(open.endsWith('(') ? ')' : '}', input);
    if (/[$@]/.test(scan.peek())) return this.texts.variable();
    const number = scan.take(NUMBER)?.[0];
    if (number !== undefined) return [literal(number)];
    const bare = this.texts.bare();
    return bare === undefined ? [] : [bare];
  }

  /** What stands in brackets, as a list if it is one. */
  #group(close: string, input: Flow | undefined): Values {
    if (this.state.depth > DEPTH) return [this.parts.statements(close, input)];
    this.state.scan.space(true);
    this.state.depth++;
    const code = this.state.scan.looksAt(ASSIGNMENT) || this.state.scan.looksAt(KEYWORD);
    const values = code ? [] : this.state.capturing(() => this.parts.pipeline(input));
    this.state.depth--;
    const rest = this.state.capturing(() => this.parts.statements(close, input));
    return rest.text === '' && rest.sources.length === 0 ? values : [...values, rest];
  }

  #typed(input: Flow | undefined): Values {
    const from = this.state.scan.position;
    const type = this.state.scan.take(TYPE)?.[1];
    if (type === undefined) {
      this.state.scan.position++;
      return [];
    }
    const member = this.state.scan.take(/::(\w+)/y)?.[1];
    if (member === undefined) {
      this.state.scan.space();
      return cast(type, this.#unary(input));
    }
    if (this.state.scan.peek() !== '(') return [literal(member)];
    this.state.scan.position++;
    const args = this.#group(')', undefined);
    const at = this.state.at(from);
    return method({ type, name: member, receiver: [], args, at }, this.state.session);
  }

  /** `.Member`, `.Method(…)` and `[index]` after a value. */
  postfixed(start: Values): Values {
    let values = start;
    for (;;) {
      const from = this.state.scan.position;
      if (this.state.scan.peek() === '[' && start.length > 0) {
        this.state.scan.position++;
        const index = this.expression(undefined);
        if (this.state.scan.peek() === ']') this.state.scan.position++;
        values = indexed(values, index);
        continue;
      }
      const member = this.state.scan.take(/(?:\.|::)(?:(\w+)|(?=["'$(]))/y);
      if (member === undefined) return values;
      const name = member[1] ?? joined(this.primary(undefined)).text;
      if (this.state.scan.peek() === '(') {
        this.state.scan.position++;
        const args = this.#group(')', undefined);
        values = this.#called(name, {
          receiver: values,
          args,
          at: this.state.at(from),
        });
      }
    }
  }

  #called(name: string, { receiver, args, at }: Called): Values {
    // what a connection brings is put into the first argument
    const buffer = /^(?:read|receive)(?:async)?$/i.test(name)
      ? BUFFER.exec(at.text)?.[1]
      : undefined;
    if (buffer !== undefined)
      assign(
        buffer,
        [unknown(buffer, union(receiver.map(({ sources }) => sources)))],
        this.state.session,
      );
    if (!/^invoke(?:returnasis)?$/i.test(name)) {
      return method({ type: undefined, name, receiver, args, at }, this.state.session);
    }
    // a block has been read where it stands
    const [code] = args;
    if (code === undefined) return receiver;
    return [
      executed(code, { call: callOf(name, args, at), language: 'powershell' }, this.state.session),
    ];
  }
}
