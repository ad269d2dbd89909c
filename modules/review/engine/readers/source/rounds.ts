/** Statements that go through a list. */
import type { Token } from './tokens.js';

export interface Round {
  /** Names that take one part of the list after the other. */
  readonly names: readonly string[];
  /** Where the list stands; without a beginning it is what the statement amounts to. */
  readonly from?: number;
  readonly end: number;
  /** Whether the statement amounts to what its block makes of each part. */
  readonly yields: boolean;
}

const LOOPS = /^(?:for|foreach)$/;
/** `foreach my $x (`. */
const MOST_BEFORE_LIST = 3;
/** Tokens of the head of a loop, at most. */
const LONGEST_HEAD = 60;

const wordsOf = (tokens: readonly Token[]): string[] =>
  tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text.replace(/^[$@%&]+/, ''));

/** `for x in list`, `foreach ($list as $x)`, `for (String x : list)`, `foreach my $x (@list)`. */
export function loopOf(tokens: readonly Token[], from: number, to: number): Round | undefined {
  if (!LOOPS.test(tokens[from]?.text ?? '')) return undefined;
  const head = tokens.slice(from, Math.min(to, from + LONGEST_HEAD));
  const at = head.findIndex(({ text }, index) => index > 0 && /^(?:in|as|:)$/.test(text));
  if (at !== -1 && head[at]?.text === 'as')
    return { names: wordsOf(head.slice(at + 1)), from: from + 2, end: from + at, yields: false };
  if (at !== -1)
    return { names: wordsOf(head.slice(1, at)), from: from + at + 1, end: to, yields: false };
  return bareLoop(head, from, to);
}

/** `foreach my $x (@list)`. */
function bareLoop(head: readonly Token[], from: number, to: number): Round | undefined {
  const list = head.findIndex(({ text }) => text === '(');
  const names = list > MOST_BEFORE_LIST ? [] : wordsOf(head.slice(1, Math.max(1, list)));
  return names.length === 0 ? undefined : { names, from: from + list, end: to, yields: false };
}

/** `list.each do |x|` and `list.each { |x| … }`. */
export function blockOf(tokens: readonly Token[], from: number, to: number): Round | undefined {
  const inBraces = tokens[to]?.text === '{';
  const open = inBraces ? to + 1 : opensBlock(tokens, from, to);
  if (open === undefined || tokens[open]?.text !== '|') return undefined;
  const names: string[] = [];
  for (let at = open + 1; at < open + LONGEST_HEAD && tokens[at]?.text !== '|'; at++)
    names.push(...wordsOf(tokens.slice(at, at + 1)));
  return { names, end: inBraces ? to : open - 1, yields: true };
}

function opensBlock(tokens: readonly Token[], from: number, to: number): number | undefined {
  for (let at = Math.max(from, to - LONGEST_HEAD); at < to; at++)
    if (tokens[at]?.text === 'do' && tokens[at]?.kind === 'word') return at + 1;
  return undefined;
}
