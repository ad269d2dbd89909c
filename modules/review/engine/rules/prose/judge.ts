/** How severe a match is, by its own strength and by what stands around it. */
import type { Prose } from '../../facts.js';
import type { Mentions } from './concepts.js';
import type { Match } from './match.js';
import type { Trait } from './pattern-text.js';
import { isNegated, isOrder } from './polarity.js';
import type { RuleName } from './rule-texts.js';
import type { Token } from './tokens.js';
import type { Severity } from '../../../../registry/contract/scanners.js';

/** A paragraph with what was found in it. */
export interface Passage {
  readonly prose: Prose;
  /** Whether it is hidden from readers and speaks to an agent. */
  readonly forAgents: boolean;
  readonly signs: readonly Sign[];
}

/** A match that means what it says. */
export interface Sign {
  readonly rule: RuleName;
  /** From 0, a hint, to 3, a whole attack. */
  readonly weight: number;
  readonly trait: Trait | undefined;
  readonly sentence: number;
  /** Offsets in the text of the paragraph. */
  readonly from: number;
  readonly to: number;
  /** Whether the sentence describes or cites what it says. */
  readonly described: boolean;
}

/** The match as a sign, unless its sentence says the opposite. */
export function signOf(match: Match, mentions: Mentions): Sign | undefined {
  const { pattern, first, last, verb } = match;
  const { tokens } = mentions;
  if (pattern.negatable && isNegated(tokens, verb)) return undefined;
  const { from, sentence } = tokens[first] as Token;
  return {
    rule: pattern.rule,
    weight: pattern.weight - (isWeak(match, mentions) ? 1 : 0),
    trait: pattern.trait,
    sentence,
    from,
    to: (tokens[last] as Token).to,
    described: mentionedIn('DEFENSE', sentence, mentions) || tokens[verb]?.quoted === true,
  };
}

/** Statements weigh less than orders; so does advice on the words of an interface, or to keep a secret. */
function isWeak(match: Match, mentions: Mentions): boolean {
  const { pattern, verb } = match;
  if (pattern.order && !isOrder(mentions.tokens, verb)) return true;
  if (pattern.rule !== 'concealment') return false;
  const { sentence } = mentions.tokens[verb] as Token;
  if (mentionedIn('UI', sentence, mentions)) return true;
  return isAboutShowing(match, mentions.tokens) && mentionedIn('SECRET', sentence, mentions);
}

const SHOWS = new Set('print prints echo log display show expose paste hand'.split(' '));

const isAboutShowing = ({ first, last }: Match, tokens: readonly Token[]): boolean =>
  tokens.slice(first, last + 1).some(({ text }) => SHOWS.has(text));

function mentionedIn(concept: string, sentence: number, { tokens, byConcept }: Mentions): boolean {
  return (byConcept.get(concept) ?? []).some(({ first }) => tokens[first]?.sentence === sentence);
}

/** Rules that name what is taken and where it goes, or what is run and where it comes from. */
const WHOLE: ReadonlySet<RuleName> = new Set<RuleName>([
  'words-exfiltration',
  'disclosure',
  'remote-instructions',
  'required-download',
  'money',
]);

const LEVELS: readonly Severity[] = ['LOW', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];

/** The severity of a sign; `undefined` for what is too weak to speak of. */
export function severityOf(
  sign: Sign,
  passage: Passage,
  near: readonly Passage[],
): Severity | undefined {
  const { prose } = passage;
  if (sign.weight < 1 && !prose.hidden) return undefined;
  if (sign.described || prose.discouraged === true) return 'LOW';
  const level = Math.min(
    levelOf(sign, passage, near),
    prose.kind === 'quote' || prose.kind === 'cell' ? 3 : 4,
  );
  return LEVELS[level];
}

const AGENT = new Set([
  'agent',
  'agents',
  'assistant',
  'assistants',
  'claude',
  'ai',
  'model',
  'llm',
  'gpt',
  'codex',
  'copilot',
]);

export const speaksToAgent = (tokens: readonly Token[]): boolean =>
  tokens.some(({ text }) => AGENT.has(text));

function levelOf(sign: Sign, passage: Passage, near: readonly Passage[]): number {
  const { hidden } = passage.prose;
  if (sign.weight < 2) return hidden ? 2 : sign.weight;
  const others = traitsNear(sign, passage, near);
  if (sign.trait === 'harm') return levelOfHarm(sign, passage, others);
  return others.has('harm') || hidden ? 3 : sign.weight;
}

/** Notes that authors hide from readers are common; those that speak to an agent are not. */
function levelOfHarm(
  sign: Sign,
  { prose, forAgents }: Passage,
  others: ReadonlySet<Trait>,
): number {
  const covered = forAgents || others.has('conceal') || others.has('override');
  if (covered && WHOLE.has(sign.rule)) return 4;
  return covered || prose.hidden || others.size > 0 ? 3 : sign.weight;
}

/** What clear signs nearby, or any in the same sentence, add. */
function traitsNear(sign: Sign, passage: Passage, near: readonly Passage[]): ReadonlySet<Trait> {
  const found = new Set<Trait>();
  for (const { signs } of near)
    for (const other of signs) {
      const same = signs === passage.signs && other.sentence === sign.sentence;
      const apart = signs !== passage.signs || other.to <= sign.from || other.from >= sign.to;
      if (apart && other.trait !== undefined && other.trait !== sign.trait && counts(other, same))
        found.add(other.trait);
    }
  return found;
}

/** Leave to act without asking is common; it adds something to what it is said of only. */
const counts = ({ described, weight, trait }: Sign, sameSentence: boolean): boolean =>
  !described && (sameSentence ? weight >= 1 : weight >= 2 && trait !== 'approval');
