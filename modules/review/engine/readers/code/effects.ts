/** What the tables say of calls: what they yield and what they do. */
import type { Source } from '../../facts.js';
import type { At } from '../../unit.js';
import { Arguments } from './arguments.js';
import {
  commandIn,
  Emission,
  MOST_VARIANTS,
  urlsOf,
  writes,
  type EffectOf,
  type Found,
} from './emission.js';
import { EMITTERS } from './emitters.js';
import type { Call, Evaluator } from './evaluate.js';
import { variable } from './fold/environment.js';
import { fromSources, sourcesOf, UNKNOWN, valueOf, variantsOf, type Known } from './known.js';
import { handedCalls } from './handed-functions.js';
import { listed } from './listings.js';
import type { Effect } from './tables/effect.js';

/** What matters also where a function is handed to another one. */
const RUNS: ReadonlySet<Effect['does']> = new Set(['shell', 'program', 'code', 'deserialise']);

export class Effects {
  readonly #peerMethods: ReadonlySet<string>;
  #arguments: Arguments | undefined;

  constructor(readonly table: ReadonlyMap<string, Effect>) {
    this.#peerMethods = new Set(
      [...table.values()]
        .flatMap((effect) => JSON.stringify(effect).match(/@\w+/g) ?? [])
        .map((name) => name.slice(1)),
    );
  }

  /** The sources that the result of a call carries. */
  readonly outcome = (call: Call, evaluator: Evaluator): Known | undefined => {
    const effect = this.#find(call, evaluator);
    return effect && resultOf(effect, { call, args: this.#args(evaluator) });
  };

  readonly knows = (qualified: string): boolean => this.table.has(qualified);

  /** Adds what a call does. */
  add(call: Call, evaluator: Evaluator, found: Found): void {
    const effect = this.#find(call, evaluator);
    if (effect !== undefined) this.#emit(effect, call, { evaluator, found });
    for (const handed of handedCalls(call, evaluator)) {
      const inner = this.table.get(handed.name ?? '');
      if (inner !== undefined && RUNS.has(inner.does))
        this.#emit(inner, handed, { evaluator, found });
    }
  }

  #emit(
    effect: Effect,
    call: Call,
    { evaluator, found }: { readonly evaluator: Evaluator; readonly found: Found },
  ): void {
    EMITTERS[effect.does](new Emission(call, this.#args(evaluator), found), effect as never);
  }

  #args(evaluator: Evaluator): Arguments {
    if (this.#arguments?.evaluator !== evaluator)
      this.#arguments = new Arguments(evaluator, this.#peerMethods);
    return this.#arguments;
  }

  #find(call: Call, evaluator: Evaluator): Effect | undefined {
    const byName = this.table.get(call.name ?? '');
    if (byName !== undefined || call.callee.local !== undefined) return byName;
    const byMethod = this.table.get(`?.${call.method}`);
    if (byMethod?.does !== 'request' || byMethod.onlyAddresses !== true) return byMethod;
    const url = this.#args(evaluator).first(call, byMethod.url);
    return /^(https?|wss?):\/\//i.test(url?.text ?? '') ? byMethod : undefined;
  }
}

interface Asked {
  readonly call: Call;
  readonly args: Arguments;
}

type Results = {
  readonly [K in Effect['does']]?: (effect: EffectOf<K>, asked: Asked, at: At) => Known;
};

const ofCommand = (
  effect: EffectOf<'shell'> | EffectOf<'program'>,
  { call, args }: Asked,
  at: At,
): Known => {
  const { name, rest } = commandIn(args, call, effect);
  const [, address] = FETCHES.exec(`${name} ${rest}`) ?? [];
  const own: Source = { kind: 'command', name, args: rest, at };
  return fromSources(
    address === undefined
      ? [own]
      : [own, { kind: 'network', url: { text: address, dynamic: false }, at }],
  );
};

/** Programs that answer with what an address holds. */
const FETCHES = /^(?:curl|wget)\b[^|;&]{0,500}?\b(https?:\/\/[^\s'"|;]+)/i;

const ofArguments = (_: Effect, { call, args }: Asked): Known =>
  fromSources(sourcesOf(call.args.map((arg) => args.evaluator.evaluate(arg))));

/** What comes out of a call; of those that are missing nothing does that leads on. */
const RESULTS: Results = {
  request: (effect, { call, args }, at) =>
    fromSources(urlsOf(args, call, effect).map((url) => ({ kind: 'network', url, at }))),
  shell: ofCommand,
  program: ofCommand,
  read: ({ path, lists }, { call, args }, at) => {
    const known = args.first(call, path);
    return lists === undefined || known === undefined
      ? fromFile(known, at)
      : listed(known, lists, { call, evaluator: args.evaluator });
  },
  open: (effect, { call, args }, at) =>
    writes(args, call, effect) ? UNKNOWN : fromFile(args.first(call, effect.path), at),
  environment: (effect, { call, args }, at) => {
    const name = args.first(call, effect.name);
    return variable(name?.text !== undefined && !name.dynamic ? name.text : '*', at);
  },
  observe: ({ what }, _, at) => fromSources([{ kind: 'command', name: what, args: '', at }]),
  input: (_, __, at) => fromSources([{ kind: 'input', at }]),
  encrypt: (effect, asked, at) =>
    fromSources([...ofArguments(effect, asked).sources, { kind: 'encrypted', at }]),
  deserialise: ofArguments,
  code: ofArguments,
};

function resultOf(effect: Effect, asked: Asked): Known | undefined {
  const at = asked.args.evaluator.at(asked.call.node);
  return RESULTS[effect.does]?.(effect as never, asked, at);
}

/** Contents of a file; of one in a folder that was listed, also where the folder is. */
function fromFile(path: Known | undefined, at: At): Known {
  if (path === undefined) return UNKNOWN;
  const listed = path.sources.filter(({ kind }) => kind === 'file' || kind === 'input');
  const files = variantsOf(path).map((one): Source => ({ kind: 'file', path: valueOf(one), at }));
  return fromSources([...files.slice(0, MOST_VARIANTS), ...listed]);
}
