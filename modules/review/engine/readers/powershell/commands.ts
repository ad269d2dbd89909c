/** Commands of PowerShell with their arguments and redirections. */
import type { At } from '../../unit.js';
import { joined, type Flow } from '../shell/flow.js';
import { programOf } from '../shell/paths.js';
import { command } from './cmdlets.js';
import type { Expressions } from './expressions.js';
import { callOf } from './methods.js';
import type { Values } from './operators.js';
import { END, REDIRECT, VARIABLE } from './patterns.js';
import type { Texts } from './texts.js';
import type { WalkState } from './walk-state.js';

interface Target {
  readonly path: Flow;
  readonly append: boolean;
}

/** Readers of what arguments are made of. */
interface Readers {
  readonly texts: Texts;
  readonly expressions: Expressions;
  /** A block up to its closing bracket, which runs for each value of the input. */
  block(input: Flow | undefined): Flow;
}

export class Commands {
  constructor(
    private readonly state: WalkState,
    private readonly readers: Readers,
  ) {}

  command(name: Flow, from: number, input: Flow | undefined): Flow {
    const { args, target } = this.#arguments(input);
    const at = this.state.at(from);
    if (name.disguised) this.#disguised(name, args, at);
    const next = this.state.scan.following();
    const captured = this.state.captured > 0;
    const call = callOf(programOf(name.text), args, at);
    const output = command(
      { ...call, input, saves: target?.path, next, captured },
      this.state.session,
    );
    if (target !== undefined) this.#write(target, output, at);
    return output;
  }

  #write({ path, append }: Target, content: Flow, at: At): void {
    this.state.session.write(path, content, { at, append });
  }

  #disguised(name: Flow, args: readonly Flow[], at: At): void {
    const text = joined([name, ...args], ' ');
    const { dynamic, sources } = name;
    const program = name.text;
    this.state.session.add('execute', at, {
      how: 'program',
      program,
      sources,
      text: { text: text.text, dynamic },
      disguised: true,
    });
  }

  #arguments(input: Flow | undefined): { args: Flow[]; target: Target | undefined } {
    const args: Flow[] = [];
    let target: Target | undefined;
    for (;;) {
      this.state.scan.space();
      if (END.has(this.state.scan.peek())) return { args, target };
      const redirect = this.state.scan.take(REDIRECT);
      if (redirect !== undefined) target = this.#target(redirect) ?? target;
      else this.#progress(() => args.push(...this.#argument(input)));
    }
  }

  /** Goes past a character that nothing could be made of. */
  #progress(work: () => unknown): void {
    const before = this.state.scan.position;
    work();
    if (this.state.scan.position === before) this.state.scan.position++;
  }

  /** The file of a redirection; none for those between descriptors. */
  #target([, descriptor, operator, merged]: RegExpExecArray): Target | undefined {
    if (merged !== undefined) return undefined;
    this.state.scan.space();
    const path = joined(this.#argument(undefined));
    const own = descriptor === undefined && path.text !== '';
    return own ? { path, append: operator === '>>' } : undefined;
  }

  #argument(input: Flow | undefined): Values {
    const { expressions } = this.readers;
    const next = this.state.scan.peek();
    if (next === ',') {
      this.state.scan.position++;
      return [];
    }
    if (next === '{') {
      this.state.scan.position++;
      return [this.readers.block(input)];
    }
    if (/["'(@[]/.test(next) || this.state.scan.looksAt(VARIABLE))
      return expressions.postfixed(expressions.primary(input));
    const bare = this.readers.texts.bare();
    return bare === undefined ? [] : [bare];
  }

  /** What an expression puts out may go to a file as well. */
  redirected(values: Values, from: number): Values {
    this.state.scan.space();
    const redirect = this.state.scan.take(REDIRECT);
    const target = redirect && this.#target(redirect);
    if (target === undefined) return values;
    this.#write(target, joined(values, '\n'), this.state.at(from));
    return [];
  }
}
