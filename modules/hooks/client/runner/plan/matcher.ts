import { MatchBudget } from './match-budget.js';

/** A list of names; dots are left to patterns, in which they stand for any character. */
const NAMES = /^[\w:-]+(?:\s*\|\s*[\w:-]+)*$/;

/**
 * Patterns that may take more than a moment: a repeated group, a reference back, a look around, or several repetitions that
 * can share the same characters.
 */
const COSTLY = /\)[*+{?]|\\[1-9k]|\(\?[=!<]|(?:[*+{].*){3}/s;

/** Beyond this a pattern or a name is handled with care: agents take names of tools from anywhere. */
const LONG = 200;

/** What a matcher says to a tool; `broken` with the reason when it cannot be judged. */
export type Match = { readonly matches: boolean } | { readonly broken: string };

/** Says which hooks a tool concerns. One for each event: what a pattern may cost is shared by all of them. */
export class Matchers {
  private budget: MatchBudget | undefined;
  private readonly known = new Map<string, Match>();

  /** `names`: all names of the tool. A matcher is compared with the whole of each. */
  constructor(private readonly names: readonly string[]) {}

  match(matcher: string | undefined): Match {
    if (matcher === undefined || matcher === '' || matcher === '*') return { matches: true };
    const known = this.known.get(matcher) ?? this.judge(matcher);
    this.known.set(matcher, known);
    return known;
  }

  private judge(matcher: string): Match {
    if (NAMES.test(matcher)) {
      const listed = matcher.split('|').map((name) => name.trim());
      return { matches: this.names.some((name) => listed.includes(name)) };
    }
    const pattern = patternOf(matcher);
    if (pattern === undefined) return { broken: 'it is no valid regular expression' };
    const harmless =
      matcher.length <= LONG &&
      !COSTLY.test(matcher) &&
      this.names.every(({ length }) => length <= LONG);
    if (harmless) return { matches: this.names.some((name) => pattern.test(name)) };
    this.budget ??= new MatchBudget();
    const matches = this.budget.test(pattern, this.names);
    return matches === undefined ? { broken: 'it takes too long' } : { matches };
  }
}

function patternOf(matcher: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${matcher})$`);
  } catch {
    return undefined;
  }
}
