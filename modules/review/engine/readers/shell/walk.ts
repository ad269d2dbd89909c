/** Walks the syntax tree of a shell program in the order in which it would run. */
import type {
  Assignment,
  Command,
  CommandExpansionPart,
  CommandNode,
  CompoundList,
  Function as FunctionNode,
  ParsedScript,
  ProcessSubstitutionPart,
  PipelineNode,
  AndOr,
  Redirection,
  Statement,
  Word,
} from 'unbash';
import type { At } from '../../unit.js';
import { understood } from './commands/index.js';
import { joined, literal, nothing, unknown, type Flow } from './flow.js';
import { nestsTooDeep, parsed, TOO_NESTED } from './parse.js';
import { programOf } from './paths.js';
import { Rounds } from './rounds.js';
import { FIRST_FILE, Redirects } from './redirects.js';
import { listOf, type Call, type Session } from './session.js';
import { Words, type Substitutions } from './words.js';

/** What surrounds a command. */
interface Context {
  readonly input: Flow | undefined;
  readonly next: readonly string[];
  readonly captured: boolean;
}

type Node = CommandNode | PipelineNode | AndOr;
type Spans = (from: number, to: number) => At;

const TOP: Context = { input: undefined, next: [], captured: false };
/** Walks of function bodies for the arguments of a call, at most. */
const MOST_CALLS = 2000;
const CALL_DEPTH = 4;

interface FunctionState {
  readonly node: FunctionNode;
  readonly spans: Spans;
  walked: boolean;
}

/** Reads shell programs of one unit; the state goes on from text to text. */
export class Walker implements Substitutions {
  readonly #functions = new Map<string, FunctionState>();
  #calls = 0;
  #callDepth = 0;
  /** What functions put out that nothing calls is kept for programs that load them. */
  #answering = false;
  readonly #rounds = new Rounds();
  readonly #session: Session;
  #spans: Spans = () => {
    throw new Error('no text is being read');
  };

  constructor(makeSession: (walker: Walker) => Session) {
    this.#session = makeSession(this);
  }

  get session(): Session {
    return this.#session;
  }

  /** Reads a text; `spans` says where its positions are in the unit. */
  text(text: string, spans: Spans, { input, captured }: Partial<Context> = {}): Flow {
    const context = { ...TOP, input, captured: captured ?? false };
    if (nestsTooDeep(text)) return this.#session.stop(TOO_NESTED);
    return joined(
      parsed(text).map(({ script, offset }) =>
        this.#within(
          (start, end) => spans(start + offset, end + offset),
          () => this.#list(script.commands, context),
        ),
      ),
    );
  }

  /** Functions that nothing calls, for what they would do. */
  finish(): void {
    this.#answering = true;
    for (const state of [...this.#functions.values()]) if (!state.walked) this.#enter(state, TOP);
    this.#session.finish();
  }

  /** Understands a command: a function of the program, or a known one. */
  dispatch(call: Call): Flow {
    const own = this.#functions.get(call.name);
    if (own !== undefined) return this.#call(own, call);
    const loaded = this.#session.unit.loaded?.get(call.name);
    return loaded === undefined ? understood(call, this.#session) : unknown(call.name, loaded);
  }

  #within<T>(spans: Spans, work: () => T): T {
    const before = this.#spans;
    this.#spans = spans;
    try {
      return work();
    } finally {
      this.#spans = before;
    }
  }

  #list(statements: readonly Statement[], context: Context): Flow {
    const outputs: Flow[] = [];
    const kept = context.captured || context.next.length > 0 || this.#answering;
    for (const { command } of statements) {
      const output = this.#node(command, context);
      if (kept) outputs.push(output);
    }
    return joined(outputs, '\n');
  }

  #node(node: Node, context: Context): Flow {
    switch (node.type) {
      case 'Command':
        return this.#command(node, context);
      case 'Pipeline':
        return this.#pipeline(node.commands, context);
      case 'AndOr':
        return joined(node.commands.map((one) => this.#node(one, context)));
      case 'Redirected':
        return this.#redirected(node, context);
      case 'Function':
        this.#functions.set(node.name.value, { node, spans: this.#spans, walked: false });
        return nothing;
      case 'TestCommand':
      case 'ArithmeticCommand':
        return nothing;
      default:
        return this.#compound(node, context);
    }
  }

  #compound(
    node: Exclude<
      Node,
      {
        type:
          | 'Command'
          | 'Pipeline'
          | 'AndOr'
          | 'Redirected'
          | 'Function'
          | 'TestCommand'
          | 'ArithmeticCommand';
      }
    >,
    context: Context,
  ): Flow {
    switch (node.type) {
      case 'If':
        return this.#lists(
          [
            node.clause,
            node.then,
            ...node.elif.flatMap((one) => [one.clause, one.then]),
            node.else,
          ],
          context,
        );
      case 'While':
        return this.#lists([node.clause, node.body], context);
      case 'For':
      case 'Select':
        return this.#loop(node, context);
      case 'Case':
        return this.#lists(
          node.items.map(({ body }) => body),
          context,
        );
      case 'Coproc':
        return node.body.type === 'CompoundList'
          ? this.#lists([node.body], context)
          : this.#node(node.body, context);
      case 'Subshell': {
        const { folder } = this.#session;
        const output = this.#lists([node.body], context);
        this.#session.folder = folder;
        return output;
      }
      default:
        return this.#lists([node.body], context);
    }
  }

  #lists(lists: readonly (CompoundList | undefined)[], context: Context): Flow {
    return joined(
      lists.map((list) => (list === undefined ? nothing : this.#list(list.commands, context))),
    );
  }

  #loop(node: Extract<Node, { type: 'For' | 'Select' }>, context: Context): Flow {
    const { name, wordlist, body } = node;
    const words = this.#words(this.#spans(name.pos, name.end));
    const values = wordlist?.flatMap((word) => words.fields(word)) ?? [];
    const round = (value: Flow): Flow => {
      this.#session.variables.set(name.value, { value });
      return this.#lists([body], context);
    };
    return joined(this.#rounds.of(name.value, values).map(round));
  }

  #pipeline(commands: readonly CommandNode[], context: Context): Flow {
    const names = commands.map(nameOf);
    let input = context.input;
    for (const [index, command] of commands.entries()) {
      const next = [...names.slice(index + 1, index + 9), ...context.next];
      const last = index === commands.length - 1;
      input = this.#node(command, { input, next, captured: context.captured || !last });
    }
    return input ?? nothing;
  }

  #redirected(node: Extract<Node, { type: 'Redirected' }>, context: Context): Flow {
    const at = this.#spans(node.pos, node.end);
    const redirects = this.#redirects(node.redirects, at);
    const inner = { ...context, input: redirects.input ?? context.input };
    const output = this.#node(node.command, {
      ...inner,
      captured: context.captured || redirects.saves !== undefined,
    });
    redirects.finish(output, 'sh');
    return output;
  }

  #redirects(nodes: readonly Redirection[], at: At): Redirects {
    const words = this.#words(at);
    return new Redirects(nodes, {
      session: this.#session,
      at,
      words,
      line: (position) => this.#spans(position, position).line,
    });
  }

  #words(at: At): Words {
    return new Words(this.#session, at, this);
  }

  /** Output of a command in a word. */
  output({ script }: CommandExpansionPart, at: At): Flow {
    return this.#substituted(script, at);
  }

  /** What `<(…)` puts out stands in a file without a name. */
  file({ script, operator }: ProcessSubstitutionPart, at: At): Flow {
    const output = this.#substituted(script, at);
    if (operator === '>') return literal('/dev/null');
    const path = literal(`/dev/fd/${FIRST_FILE + this.#session.facts.length}`);
    this.#session.store(path, output);
    return { ...path, sources: output.sources };
  }

  #substituted(script: ParsedScript | undefined, at: At): Flow {
    if (script === undefined) return nothing;
    const { source } = script;
    const list = (): Flow => this.#list(script.commands, { ...TOP, captured: true });
    // text with escaped backticks has positions of its own
    const output =
      source === undefined
        ? list()
        : this.#within((from, to) => ({ ...at, text: source.slice(from, to) }), list);
    return /\n$/.test(output.text) ? { ...output, text: output.text.trimEnd() } : output;
  }

  #command(node: Command, context: Context): Flow {
    const at = this.#spans(node.pos, node.end);
    const words = this.#words(at);
    const sets = this.#prefix(node, words);
    const redirects = node.redirects.length === 0 ? undefined : this.#redirects(node.redirects, at);
    const { next, captured } = context;
    const input = redirects?.input ?? context.input;
    const around = { input, sets, elevated: false, at, saves: redirects?.saves, next, captured };
    const call =
      node.name && this.#callOf(node.name, this.#fields(node.name, node.args, words), around);
    const output = call === undefined ? outputOf(redirects) : this.dispatch(call);
    redirects?.finish(output, call?.name ?? '');
    return output;
  }

  /** The command that the words make, if they make any. */
  #callOf(
    name: Word,
    [program, ...args]: readonly Flow[],
    around: Omit<Call, 'name' | 'args'>,
  ): Call | undefined {
    if (program === undefined) return undefined;
    const call = { ...around, name: programOf(program.text), args };
    if (program.disguised || isDisguised(name)) this.#disguised(call, program);
    return call;
  }

  #fields(word: Word, args: Command['args'], words: Words): readonly Flow[] {
    const name = words.fields(word);
    const alias = this.#session.aliases.get(name[0]?.text ?? '');
    const first =
      alias === undefined ? name : [...alias.trim().split(/\s+/).map(literal), ...name.slice(1)];
    return [...first, ...args.flatMap((arg) => this.#argument(arg, words))];
  }

  #argument(arg: Word | Assignment, words: Words): readonly Flow[] {
    if (arg.type === 'Word') return words.fields(arg);
    if (arg.value.type === 'ArrayValue') {
      this.#assign(arg, words);
      return [literal(`${arg.name}=`)];
    }
    return [
      joined([literal(`${arg.name}${arg.append === true ? '+' : ''}=`), words.word(arg.value)]),
    ];
  }

  /** Assignments before a command; without a command they stay. */
  #prefix({ prefix, name }: Command, words: Words): readonly string[] {
    const sets: string[] = [];
    for (const one of prefix) {
      if (one.type !== 'Assignment') continue;
      sets.push(one.name);
      if (name === undefined) this.#assign(one, words);
      else if (one.value.type === 'Word') words.word(one.value);
    }
    return sets;
  }

  #assign(assignment: Assignment, words: Words): void {
    const { name, value, append, index } = assignment;
    const { variables } = this.#session;
    const before = variables.get(name);
    const kept = append === true ? before : undefined;
    if (value.type === 'ArrayValue') {
      const items = value.elements.flatMap((one) => words.fields(one));
      variables.set(name, listOf([...(kept?.items ?? []), ...items]));
      return;
    }
    const one = words.word(value);
    if (index !== undefined) variables.set(name, listOf([...(before?.items ?? []), one]));
    else this.#session.assign(name, kept === undefined ? one : joined([kept.value, one]), words.at);
  }

  #disguised(call: Call, program: Flow): void {
    const text = [program, ...call.args].map((one) => one.text).join(' ');
    const dynamic = program.dynamic;
    this.#session.add('execute', call.at, {
      how: 'program',
      program: call.name,
      sources: program.sources,
      text: { text, dynamic },
      disguised: true,
    });
  }

  #call(own: FunctionState, call: Call): Flow {
    const { args, sets, elevated, at, name } = call;
    this.#session.add('run', at, { name, args, elevated, sets });
    if (this.#callDepth >= CALL_DEPTH || this.#calls >= MOST_CALLS) return unknown(name);
    this.#calls++;
    const { variables } = this.#session;
    const outer = new Map(variables);
    for (const [index, value] of args.slice(0, 9).entries())
      variables.set(String(index + 1), { value });
    variables.set('@', { value: joined(args, ' '), items: args });
    variables.set('*', { value: joined(args, ' '), items: args });
    const output = this.#enter(own, call);
    for (const key of '123456789@*') {
      const before = outer.get(key);
      if (before === undefined) variables.delete(key);
      else variables.set(key, before);
    }
    return output;
  }

  #enter(own: FunctionState, { input, next, captured }: Context): Flow {
    own.walked = true;
    const { body } = own.node;
    const context = { input, next, captured };
    this.#callDepth++;
    const output = this.#within(own.spans, () =>
      body.type === 'CompoundList' ? this.#lists([body], context) : this.#node(body, context),
    );
    this.#callDepth--;
    this.#session.answers.set(own.node.name.value, output.sources);
    return output;
  }
}

/** `$(< path)` puts out what is in the file. */
const outputOf = (redirects: Redirects | undefined): Flow => redirects?.input ?? nothing;

function nameOf(node: CommandNode): string {
  if (node.type === 'Command') return programOf(node.name?.value ?? '');
  return node.type === 'Redirected' ? 'sh' : `{${node.type}}`;
}

/** A name with letters escaped, or found by a pattern: `c\url`, `/???/b??h`. */
const isDisguised = ({ text }: Word): boolean =>
  /[A-Za-z]\\[A-Za-z]/.test(text) || /^\/[\w/]*[?*[]/.test(text);
