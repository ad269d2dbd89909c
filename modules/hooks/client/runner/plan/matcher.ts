import { MatchBudget } from './match-budget.js';

/** A list of names. A text with dots is a pattern, in which they match any character. */
const NAMES = /^[\w:-]+(?:\s*\|\s*[\w:-]+)*$/;

/** Patterns that may take long: a repeated group, a back reference, a lookaround, or several repetitions that can match the same characters. */
const COSTLY = /\)[*+{?]|\\[1-9k]|\(\?[=!<]|(?:[*+{].*){3}/s;

/** Longer patterns and names count as costly, because names of tools come from untrusted sources. */
const LONG = 200;

/** The result of a matcher; `broken` is the reason why it cannot be evaluated. */
export type Match = { readonly matches: boolean } | { readonly broken: string };

/** Decides which hooks apply to a tool. There is one instance per event, whose matchers share a time budget. */
export class Matchers {
  private budget: MatchBudget | undefined;
  private readonly known = new Map<string, Match>();

  /** `names`: all names of the tool. A matcher must match the whole of one of them. */
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
    if (pattern === undefined) return { broken: 'it is not a valid regular expression' };
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
