/** One call on the way to its facts, and what the tables ask of it. */
import type { Fact, Source, Value } from '../../facts.js';
import type { At, Unit } from '../../unit.js';
import type { Arguments } from './arguments.js';
import { commandOf, type Command } from './commands.js';
import type { Call } from './evaluate.js';
import { textOf, UNKNOWN, valueOf, variantsOf, type Known } from './known.js';
import type { Condition, Effect, Selectors } from './tables/effect.js';

export type EffectOf<K extends Effect['does']> = Extract<Effect, { readonly does: K }>;

/** Facts and nested units, as they are found. */
export interface Found {
  readonly facts: Fact[];
  readonly units: Unit[];
}

/** More variants than these of one call say nothing more. */
export const MOST_VARIANTS = 24;

/** One call, on the way to its facts. */
export class Emission {
  constructor(
    readonly call: Call,
    readonly args: Arguments,
    readonly found: Found,
  ) {}

  get at(): At {
    return this.args.evaluator.at(this.call.node);
  }

  get program(): string {
    return this.call.name ?? this.call.method;
  }

  first(selectors: Selectors): Known | undefined {
    return this.args.first(this.call, selectors);
  }

  variants(selectors: Selectors): readonly Known[] {
    const known = this.first(selectors);
    return known === undefined ? [] : variantsOf(known).slice(0, MOST_VARIANTS);
  }

  /** The variants of a text, or each of a list of them. */
  texts(known: Known): readonly Known[] {
    const all = known.text === undefined ? (known.items ?? [known]) : variantsOf(known);
    return all.slice(0, MOST_VARIANTS);
  }

  meets({ argument, names }: Condition): boolean {
    const known = this.first(argument);
    return known !== undefined && names.test(`${known.refers ?? ''} ${known.text ?? ''}`);
  }

  says(name: string, value: RegExp): boolean {
    return this.meets({ argument: [name], names: value });
  }

  sources(selectors?: Selectors): readonly Source[] {
    return this.args.sources(this.call, selectors);
  }
}

/** Whether a file is opened to be written. */
export function writes(args: Arguments, call: Call, { mode }: EffectOf<'open'>): boolean {
  const text = args.first(call, mode)?.text;
  return text !== undefined && /^[rbt]*[wax+]/.test(text);
}

/** Addresses; of a pair of host and port as one text. */
export function urlsOf(
  args: Arguments,
  call: Call,
  { url }: { readonly url: Selectors },
): readonly Value[] {
  const known = args.first(call, url);
  if (known === undefined) return [{ text: '', dynamic: true }];
  return variantsOf(known).slice(0, MOST_VARIANTS).map(addressOf);
}

export function addressOf(known: Known): Value {
  if (!known.items) return valueOf(known);
  return {
    text: known.items.map(textOf).join(':'),
    dynamic: known.items.some(({ dynamic }) => dynamic),
  };
}

/** The program that a call starts, with its arguments. */
export function commandIn(
  args: Arguments,
  call: Call,
  effect: EffectOf<'shell'> | EffectOf<'program'>,
): Command {
  const first = args.first(call, effect.command) ?? UNKNOWN;
  if (effect.does === 'shell') return commandOf(first, []);
  const list = effect.args === undefined ? undefined : args.first(call, effect.args);
  const rest =
    effect.rest === true
      ? call.args.slice(1).map((arg) => args.evaluator.evaluate(arg))
      : (list?.items ?? []);
  return commandOf(first, rest);
}
