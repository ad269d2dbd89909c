/** What calls do, as facts, and what they give back. */
import type { Source } from '../../facts.js';
import type { At } from '../../unit.js';
import {
  disguise,
  joined,
  literal,
  nothing,
  union,
  unknown,
  withText,
  type Flow,
} from '../shell/flow.js';
import type { Program } from './program.js';
import { effectOf, HOME, SENDS, type Effect } from './tables.js';

/** A value; of an opened file its path, of a program its arguments, which may still grow, of a list its parts. */
export interface Piece extends Flow {
  readonly path?: Flow;
  readonly words?: Piece[];
  readonly items?: readonly Piece[];
}

export interface Invocation {
  readonly name: string;
  readonly args: readonly Piece[];
  readonly receiver: Piece | undefined;
  readonly at: At;
}

type Handler = (call: Invocation, program: Program) => Piece;

/** Functions that call the function whose name they are given. */
const CALLS = /(?:^|\.|::)(?:call_user_func(?:_array)?|public_send|send|__send__)$/;
const NAME = /^:?[a-z_]{2,40}$/i;

/** Records what a call does; the answer is its value. */
export function applied(call: Invocation, program: Program): Piece {
  return inOwnName(byName(call), program);
}

/** The call of a function that another one calls by its name. */
function byName(call: Invocation): Invocation {
  const [called, ...args] = call.args;
  const isName = called?.dynamic === false && NAME.test(called.text);
  return isName && CALLS.test(call.name)
    ? { ...call, name: called.text.replace(/^:/, ''), args }
    : call;
}

function inOwnName(call: Invocation, program: Program): Piece {
  const { name, args, receiver } = call;
  const method = name.replace(/^.*(?:\.|::|->)/, '');
  if (receiver?.words !== undefined && /^(?:arg|args)$/i.test(method)) {
    receiver.words.push(...args.flatMap((arg) => arg.items ?? [arg]));
    return receiver;
  }
  const effect = effectOf(name) ?? (receiver === undefined ? undefined : effectOf(method));
  if (effect !== undefined) return HANDLERS[effect](call, program);
  return requested(call, program) ?? everything(call);
}

const all = ({ receiver, args }: Invocation): readonly Piece[] =>
  receiver === undefined ? args : [receiver, ...args];

/** The value of an unknown function: it carries the sources of all its arguments. */
function everything(call: Invocation): Piece {
  const given = all(call);
  const held = given.find(({ path, words }) => path !== undefined || words !== undefined);
  const [only] = given;
  if (given.length === 1 && only !== undefined) return only;
  const value = unknown(call.name.slice(0, 80), union(given.map(({ sources }) => sources)));
  const disguised = given.some((one) => one.disguised);
  return {
    ...value,
    disguised,
    ...(held?.path && { path: held.path }),
    ...(held?.words && { words: held.words }),
  };
}

export const ADDRESS = /^(?:https?|ftp|wss?|tcp):\/\//i;
const isNetwork = ({ sources }: Flow): boolean => sources.some(({ kind }) => kind === 'network');

/** A call with an address, or one that hands data to what an address gave. */
function requested(call: Invocation, program: Program): Piece | undefined {
  const { at, name } = call;
  const given = all(call);
  const url = given.find(({ text }) => ADDRESS.test(text));
  const connection = given.find(isNetwork);
  if (url === undefined && connection === undefined) return undefined;
  const data = given.filter((one) => one !== url).flatMap(({ sources }) => sources);
  const sends = data.filter(({ kind }) => kind !== 'network');
  saved(call, program);
  if (url !== undefined) return connected(url, { call, program, sends });
  if (sends.length > 0 && SENDS.test(name))
    for (const source of connection?.sources ?? [])
      if (source.kind === 'network')
        program.add('request', at, { ...PLAIN, tool: name, url: source.url, sends });
  return undefined;
}

/** Data from the network that a call such as `io.Copy` puts into an open file. */
function saved(call: Invocation, program: Program): void {
  const given = all(call);
  const path = given.find((one) => one.path !== undefined)?.path;
  const sources = union(given.map((one) => one.sources));
  if (path !== undefined && sources.some(({ kind }) => kind === 'network'))
    program.add('write', call.at, { path, append: false, content: nothing, sources });
}

export const PLAIN = { credentials: [], shows: false, insecure: false } as const;

function connected(
  url: Flow,
  { call, program, sends }: { call: Invocation; program: Program; sends: readonly Source[] },
): Piece {
  const address = { text: url.text, dynamic: url.dynamic };
  const inside = url.sources.filter(({ kind }) => kind !== 'network' && kind !== 'input');
  const carried = union([sends, inside]);
  program.add('request', call.at, { ...PLAIN, tool: call.name, url: address, sends: carried });
  return unknown('answer', union([[{ kind: 'network', url: address, at: call.at }], carried]));
}

const first = ({ args, receiver }: Invocation): Piece => args[0] ?? receiver ?? nothing;

const file = (path: Flow, at: At): Flow =>
  unknown('file', union([[{ kind: 'file', path, at }], path.sources]));

const reads: Handler = (call, program) => {
  const path = first(call);
  if (path.items !== undefined) return readsEach(path.items, call, program);
  if (ADDRESS.test(path.text)) return connected(path, { call, program, sends: [] });
  program.add('read', call.at, { path: { text: path.text, dynamic: path.dynamic } });
  return file(path, call.at);
};

/** A file of a list, whichever. */
function readsEach(paths: readonly Piece[], call: Invocation, program: Program): Piece {
  const all = paths.slice(0, MOST_ITEMS).map((path) => reads({ ...call, args: [path] }, program));
  return unknown('file', union(all.map(({ sources }) => sources)));
}
/** Files of one list that are read; more say nothing more. */
const MOST_ITEMS = 100;

/** The parts of a list as one text: the separator stands before or after the list. */
const implodes: Handler = (call) => {
  const given = all(call);
  const list = given.find(({ items }) => items !== undefined);
  if (list?.items === undefined) return everything(call);
  const separator = given.find((one) => one !== list && !one.dynamic);
  return joined(list.items, separator?.text);
};

const lists: Handler = ({ args }) => ({ ...joined(args), items: args });

const writes: Handler = (call, program) => {
  const [path = nothing, content = nothing] = call.args;
  const { text, dynamic, sources } = content;
  program.add('write', call.at, { path, append: false, content: { text, dynamic }, sources });
  return { ...unknown('file'), path };
};

/** Perl and Ruby open a command where a bar stands before or after it. */
function pipedCommand({ args }: Invocation): Flow | undefined {
  const at = args.findIndex(({ text }) => /^(?:-\||\|-)$/.test(text));
  if (at !== -1) return joined(args.slice(at + 1), ' ');
  const one = args.find(({ text }) => /^\s*\|\s*\S|\S\s*\|\s*$/.test(text));
  return one && withText(one, one.text.replace(/^\s*\||\|\s*$/g, '').trim());
}

/** The way a file is opened stands after its path, or before it as in Perl. */
const opens: Handler = (call, program) => {
  const [handle, duplicate] = call.args;
  if (handle?.text.includes('STDIN') === true && /^[<>+]*&/.test(duplicate?.text ?? ''))
    program.add('listen', call.at, { shell: true, address: unknown('socket') });
  const command = pipedCommand(call);
  if (command !== undefined) return commands({ ...call, args: [command] }, program);
  const modes = call.args.filter(({ text }) =>
    /^(?:[rwa]b?\+?|[<>]{1,2}(?::\w+)?|\+<)$/.test(text),
  );
  const path = call.args.find((one) => !modes.includes(one) && /[/.~]/.test(one.text));
  if (path === undefined) return everything(call);
  const changes = modes.some(({ text }) => /[wa>]/.test(text));
  return (changes ? writes : reads)({ ...call, args: [path] }, program);
};

const removes =
  (recursive: boolean): Handler =>
  (call, program) => {
    for (const path of call.args) program.add('delete', call.at, { path, recursive });
    return nothing;
  };

const variable: Handler = (call, program) => {
  const name = call.args[0]?.text ?? (/home/i.test(call.name) ? 'HOME' : '*');
  if (HOME.test(name)) return literal('~');
  program.add('environment', call.at, { name });
  return unknown(name, [{ kind: 'environment', name, at: call.at }]);
};

const connects: Handler = (call, program) => {
  const host =
    call.args.find(({ text }) => /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(text)) ?? first(call);
  return connected(withText(host, `tcp://${host.text.replace(/^\w+:\/\//, '')}`), {
    call,
    program,
    sends: [],
  });
};

/** Programs that answer with what an address holds. */
const FETCHES = /^(?:curl|wget)\b[^|;&]{0,500}?\b(https?:\/\/[^\s'"|;]+)/i;

const commands: Handler = (call, program) => {
  const words = program.started(call.at, call.args);
  const text = call.args.map((one) => one.text).join(' ');
  const output: Source[] = [
    { kind: 'command', name: call.name, args: text.slice(0, 500), at: call.at },
  ];
  const [address] = FETCHES.exec(text)?.slice(1) ?? [];
  if (address !== undefined)
    output.push({ kind: 'network', url: { text: address, dynamic: false }, at: call.at });
  const sources = union([output, ...call.args.map((one) => one.sources)]);
  return { ...unknown(call.name.slice(0, 80), sources), words };
};

const evaluates: Handler = (call, program) => {
  const { sources, disguised, text, dynamic } = joined(all(call));
  program.add('execute', call.at, {
    how: 'code',
    program: call.name,
    sources,
    text: { text, dynamic },
    disguised,
  });
  if (!dynamic) program.nest(call.at.unit.language, literal(text), call.at);
  return unknown('value', sources);
};

const loads: Handler = (call, program) => {
  const path = first(call);
  const url = ADDRESS.test(path.text)
    ? connected(path, { call, program, sends: [] }).sources
    : path.sources;
  if (url.some(({ kind }) => kind === 'network'))
    program.add('execute', call.at, {
      how: 'code',
      program: call.name,
      sources: url,
      text: path,
      disguised: false,
    });
  return nothing;
};

const revives: Handler = (call, program) => {
  const { sources, text, dynamic } = first(call);
  program.add('execute', call.at, {
    how: 'deserialise',
    program: call.name,
    sources,
    text: { text, dynamic },
    disguised: false,
  });
  return unknown('object', sources);
};

const decodes =
  (encoding: 'base64' | 'hex' | undefined): Handler =>
  (call) => {
    const value = first(call);
    const known = encoding !== undefined && !value.dynamic && value.text !== '';
    const text = known ? Buffer.from(value.text, encoding).toString('utf8') : undefined;
    const source: Source = {
      kind: 'decoded',
      encoding: encoding ?? call.name,
      at: call.at,
      ...(text !== undefined && { text }),
    };
    const sources = union([[source], value.sources]);
    return text === undefined ? unknown('decoded', sources) : { ...literal(text), sources };
  };

const HANDLERS: Readonly<Record<Effect, Handler>> = {
  passes: (call) => joined(all(call)),
  joins: ({ args }) => joined(args, '/'),
  implodes,
  lists,
  reads,
  opens,
  writes,
  removes: removes(false),
  removesAll: removes(true),
  variable,
  connects,
  commands,
  evaluates,
  loads,
  revives,
  base64: decodes('base64'),
  hex: decodes('hex'),
  unpacks: decodes(undefined),
  reverses: (call) => {
    const value = first(call);
    return disguise(withText(value, Array.from(value.text).reverse().join('')));
  },
  shows: (call, program) => {
    const to = call.args.find(isNetwork) ?? call.receiver;
    return (to && isNetwork(to) && requested(call, program)) || nothing;
  },
};
