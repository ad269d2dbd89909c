/** Words, strings and variables of PowerShell. */
import type { At } from '../../unit.js';
import { disguise, joined, literal, type Flow } from '../shell/flow.js';
import type { Values } from './operators.js';
import { BARE, ESCAPED, VARIABLE } from './patterns.js';
import { valuesOf } from './variables.js';
import { DEPTH, type WalkState } from './walk-state.js';

/** What texts may have inside. */
interface Parts {
  /** Statements up to a closing bracket. */
  statements(close: string): Flow;
  /** A quoted text with the values of its variables and the output of its commands. */
  expanded(text: string, at: At): Flow;
}

export class Texts {
  constructor(
    private readonly state: WalkState,
    private readonly parts: Parts,
  ) {}

  /** A word without quotation marks around it; there may be some inside. */
  bare(): Flow | undefined {
    const pieces: Flow[] = [];
    for (let piece; (piece = this.#bit(pieces.length > 0)) !== undefined;) pieces.push(piece);
    return pieces.length === 0 ? undefined : joined(pieces);
  }

  /** A stretch of a word that is written in one way; letters after a backtick or in quotation marks are hidden. */
  #bit(inside: boolean): Flow | undefined {
    const { scan } = this.state;
    const text = scan.take(BARE)?.[0];
    if (text !== undefined) return literal(text);
    const letter = scan.take(ESCAPED)?.[1];
    if (letter !== undefined)
      return inside && /[a-z]/i.test(letter) ? disguise(literal(letter)) : literal(letter);
    if (scan.looksAt(VARIABLE)) return joined(this.variable());
    return inside && scan.looksAt(/["']/y) ? disguise(this.string()) : undefined;
  }

  variable(): Values {
    const from = this.state.scan.position;
    const name = this.state.scan.take(VARIABLE)?.[1];
    if (name === undefined) {
      this.state.scan.position++;
      return [];
    }
    return valuesOf(name, this.state.session, this.state.at(from));
  }

  string(): Flow {
    const from = this.state.scan.position;
    const { text, expands } = this.state.scan.string();
    if (!expands || !/[$`]/.test(text)) return literal(text);
    return this.parts.expanded(text, this.state.at(from));
  }

  /** The whole text as the inside of a quoted one: variables, `$(…)` and backticks count, quotation marks do not. */
  expanded(): Flow {
    const pieces: Flow[] = [];
    while (this.state.scan.peek() !== '') pieces.push(this.#piece());
    return joined(pieces);
  }

  #piece(): Flow {
    const { scan } = this.state;
    const plain = scan.take(/[^$`]+/y)?.[0];
    if (plain !== undefined) return literal(plain);
    if (scan.peek() === '`') return literal(scan.escaped());
    if (scan.peek(1) === '(' && this.state.depth < DEPTH) {
      scan.position += 2;
      return this.parts.statements(')');
    }
    if (scan.looksAt(VARIABLE)) return joined(this.variable(), ' ');
    scan.position++;
    return literal('$');
  }
}
