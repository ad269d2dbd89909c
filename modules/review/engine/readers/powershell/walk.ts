/** Reads PowerShell in one pass: parsing and computing go together, and nothing stops at an error. */
import type { At } from '../../unit.js';
import { joined, nothing, type Flow } from '../shell/flow.js';
import type { Session } from '../shell/session.js';
import { Commands } from './commands.js';
import { Expressions } from './expressions.js';
import { appended, type Values } from './operators.js';
import { ASSIGNMENT, CALL, EXPRESSION, FUNCTION, KEYWORD } from './patterns.js';
import { Texts } from './texts.js';
import { assign, valuesOf } from './variables.js';
import { DEPTH, WalkState } from './walk-state.js';

/** Statements, blocks and pipelines. */
export class PowerShellWalker {
  readonly #state: WalkState;
  readonly #texts: Texts;
  readonly #expressions: Expressions;
  readonly #commands: Commands;

  constructor(text: string, session: Session, spans: (from: number, to: number) => At) {
    this.#state = new WalkState(text, session, spans);
    const statements = (close: string, input?: Flow): Flow => this.statements(close, input);
    this.#texts = new Texts(this.#state, {
      statements,
      expanded: (quoted, at) => this.#expanded(quoted, at),
    });
    this.#expressions = new Expressions(this.#state, this.#texts, {
      statements,
      pipeline: (input) => this.#pipelineValues(input),
    });
    this.#commands = new Commands(this.#state, {
      texts: this.#texts,
      expressions: this.#expressions,
      block: (input) => this.#block(input),
    });
  }

  /** Statements up to a closing bracket, or to the end. */
  statements(close = '', input?: Flow): Flow {
    const outputs: Flow[] = [];
    if (++this.#state.depth > DEPTH) this.#state.skip();
    for (;;) {
      this.#state.scan.space(true);
      const next = this.#state.scan.peek();
      if (next === '') break;
      if (next === ';') this.#state.scan.position++;
      else if (next === ')' || next === '}') {
        this.#state.scan.position++;
        if (next === close) break;
      } else {
        const before = this.#state.scan.position;
        outputs.push(this.#statement(input));
        // a character that cannot begin a statement is left out
        if (this.#state.scan.position === before) this.#state.scan.position++;
      }
    }
    this.#state.depth--;
    return joined(
      outputs.filter(({ text }) => text !== ''),
      '\n',
    );
  }

  #statement(input: Flow | undefined): Flow {
    const { scan } = this.#state;
    if (scan.take(FUNCTION) !== undefined) return this.#blocks();
    const keyword = scan.take(KEYWORD)?.[0].toLowerCase();
    if (keyword !== undefined && !/^(?:return|throw|exit)$/.test(keyword)) return this.#blocks();
    scan.space();
    const target = scan.take(ASSIGNMENT);
    if (target === undefined) return this.#pipeline(input);
    return this.#assignment(target);
  }

  #assignment([, name = '', member = '', operator = '']: RegExpExecArray): Flow {
    const from = this.#state.scan.position;
    const values = this.#state.capturing(() => this.#pipelineValues(undefined));
    const at = this.#state.at(from);
    const before = operator === '+' || member !== '' ? valuesOf(name, this.#state.session, at) : [];
    assign(name, before.length === 0 ? values : appended(before, values), this.#state.session);
    return nothing;
  }

  /** A block that runs for each value of the input. */
  #block(input: Flow | undefined): Flow {
    const before = this.#state.session.variables.get('_');
    if (input !== undefined) assign('_', [input], this.#state.session);
    const output = this.statements('}', input);
    if (before !== undefined) this.#state.session.variables.set('_', before);
    return output;
  }

  /** Conditions in brackets and the blocks after them. */
  #blocks(): Flow {
    const outputs: Flow[] = [];
    for (;;) {
      this.#state.scan.space();
      const next = this.#state.scan.peek();
      if (next !== '(' && next !== '{') break;
      this.#state.scan.position++;
      outputs.push(this.statements(next === '(' ? ')' : '}'));
    }
    return joined(outputs);
  }

  #pipeline(input: Flow | undefined): Flow {
    return joined(this.#pipelineValues(input), '\n');
  }

  #pipelineValues(first: Flow | undefined): Values {
    let input = first;
    let values: Values = [];
    for (;;) {
      values = this.#element(input);
      this.#state.scan.space();
      if (this.#state.scan.peek() !== '|') break;
      const conditional = this.#state.scan.peek(1) === '|';
      this.#state.scan.position += conditional ? 2 : 1;
      this.#state.scan.space(true);
      input = conditional ? undefined : joined(values, '\n');
    }
    if (this.#state.scan.peek() === '&')
      this.#state.scan.position += this.#state.scan.peek(1) === '&' ? 2 : 1;
    return values;
  }

  #element(input: Flow | undefined): Values {
    const { scan } = this.#state;
    scan.space();
    const from = scan.position;
    if (scan.take(CALL) !== undefined) return [this.#invoked(from, input)];
    if (scan.looksAt(EXPRESSION))
      return this.#commands.redirected(this.#expressions.expression(input), from);
    const name = this.#texts.bare();
    if (name === undefined) return [];
    // an entry of a table
    if (scan.take(/\s*=(?!=)\s*/y) !== undefined) return this.#pipelineValues(undefined);
    return [this.#commands.command(name, from, input)];
  }

  /** `& name`, `& { … }` and `. path`. */
  #invoked(from: number, input: Flow | undefined): Flow {
    if (this.#state.scan.peek() === '{') {
      this.#state.scan.position++;
      return this.#block(input);
    }
    const values = /["'$(@[]/.test(this.#state.scan.peek())
      ? this.#expressions.primary(input)
      : [this.#texts.bare() ?? nothing];
    return this.#commands.command(joined(values), from, input);
  }

  /** The text of a string has its own offsets; what is found in it stands where the string does. */
  #expanded(text: string, at: At): Flow {
    const inner = new PowerShellWalker(text, this.#state.session, () => at);
    inner.#state.depth = this.#state.depth + 1;
    inner.#state.captured = 1;
    return inner.#texts.expanded();
  }
}
