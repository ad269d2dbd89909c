import type { Decision, Rule } from '../decision.js';
import { LinearSet } from '../../patterns/linear-set.js';
import { Replacement } from '../../patterns/replacement.js';
import { explainPath } from './explain-path.js';
import { pathForm, type PathForm } from './path-form.js';
import type { PathRules } from './path-rules.js';
import { RecentValues } from './recent-values.js';
import { verdictOf, winner, type PathOperation, type PathVerdictName } from './rule-verdicts.js';

export type { PathOperation, PathVerdictName } from './rule-verdicts.js';

/** The answer without its explanation. */
export interface PathVerdict {
  readonly verdict: PathVerdictName;
  /**
   * The path that is used: what the mapping made of it, as the replacement gives it. A path that is not mapped stays as it was asked for when it is local;
   * otherwise it has, with drive letters, the form that patterns see.
   */
  readonly path: string;
  /** Of the rule that decided, in `PathRules.rules`. */
  readonly rule: number;
}

export interface PathDecision extends Decision<PathVerdictName> {
  /** As in `PathVerdict`. */
  readonly path: string;
  /** `null` when no pattern of the mapping matches. */
  readonly mapped: { readonly from: string; readonly to: string; readonly rule: Rule } | null;
}

/** What the rules find in a path. */
export interface Findings {
  readonly asked: string;
  readonly form: PathForm;
  /** `undefined` when nothing was mapped. */
  readonly mapping: { readonly index: number; readonly to: string } | undefined;
  /** Rules whose patterns match, in ascending order, those that count for such a path only. */
  readonly matching: readonly number[];
  /** The rule that decides when none of those does. */
  readonly otherwise: number;
}

/** Of a path that was mapped. */
interface BothVerdicts {
  readonly read: PathVerdict;
  readonly write: PathVerdict;
}

/** The rules, ready to be asked. The patterns must be free of problems, see `linearPatternProblem`. */
export async function createPathDecider(rules: PathRules): Promise<PathDecider> {
  return new PathDecider(rules, {
    mapping: await LinearSet.of(rules.mapping.map(({ pattern }) => pattern)),
    replacements: await Promise.all(
      rules.mapping.map(({ pattern, replacement }) => Replacement.of(pattern, replacement)),
    ),
    lists: await LinearSet.of(
      rules.rules.flatMap(({ pattern, kind }) =>
        kind === 'relative' || kind === 'mode' ? [] : [pattern],
      ),
    ),
  });
}

export interface CompiledRules {
  readonly mapping: LinearSet;
  readonly replacements: readonly Replacement[];
  /** Its indices are those of `PathRules.rules`. */
  readonly lists: LinearSet;
}

/** Decides about paths: a pure function of its rules, which remembers its answers to paths asked lately. */
export class PathDecider {
  /** Of a path that is not mapped both rules in one number, because objects that live long cost more than the decision. */
  private readonly recent = new RecentValues<number | BothVerdicts>();
  private readonly relative: number;
  private readonly mode: number;
  /** Of each rule. */
  private readonly verdicts: Readonly<Record<PathOperation, readonly PathVerdictName[]>>;
  /** Rules below it are those of the list `not_found`. */
  private readonly notFoundEnd: number;

  constructor(
    readonly rules: PathRules,
    private readonly compiled: CompiledRules,
  ) {
    const all = (operation: PathOperation): readonly PathVerdictName[] =>
      rules.rules.map((rule) => verdictOf(rule, { mode: rules.mode, operation }) ?? 'local');
    this.verdicts = { read: all('read'), write: all('write') };
    this.relative = rules.rules.findIndex(({ kind }) => kind === 'relative');
    this.mode = rules.rules.findIndex(({ kind }) => kind === 'mode');
    this.notFoundEnd = rules.rules.findIndex(({ kind }) => kind !== 'not_found');
  }

  /** Any text is a path: one with a NUL, with line breaks or halves of characters is decided like others. */
  decide(path: string, operation: PathOperation): PathVerdict {
    const known = this.recent.get(path) ?? this.remembered(path);
    if (typeof known !== 'number') return known[operation];
    const count = this.rules.rules.length;
    return this.answer(
      path,
      operation,
      operation === 'read' ? Math.floor(known / count) : known % count,
    );
  }

  explain(path: string, operation: PathOperation): PathDecision {
    const findings = this.find(path);
    return explainPath(this, findings, operation);
  }

  /** Indices of all mapping patterns and rules that match, also those that do not count. */
  allMatches(text: string): {
    readonly mapping: readonly number[];
    readonly rules: readonly number[];
  } {
    const { mapping, lists } = this.compiled;
    return { mapping: mapping.matches(text), rules: lists.matches(text) };
  }

  unknownGroups(mapping: number): readonly string[] {
    return this.compiled.replacements[mapping]?.unknownGroups ?? [];
  }

  verdict(findings: Findings, operation: PathOperation): PathVerdict {
    const { asked, mapping } = findings;
    const rule = this.winner(findings, operation);
    const answer = this.answer(asked, operation, rule);
    return mapping === undefined ? answer : { ...answer, path: mapping.to };
  }

  private remembered(path: string): number | BothVerdicts {
    const findings = this.find(path);
    const verdicts =
      findings.mapping === undefined
        ? this.winner(findings, 'read') * this.rules.rules.length + this.winner(findings, 'write')
        : { read: this.verdict(findings, 'read'), write: this.verdict(findings, 'write') };
    this.recent.set(path, verdicts);
    return verdicts;
  }

  private winner(findings: Findings, operation: PathOperation): number {
    return winner(this.rules, { mode: this.rules.mode, operation }, findings);
  }

  /** Of a path that is not mapped. */
  private answer(asked: string, operation: PathOperation, rule: number): PathVerdict {
    const verdict = this.verdictOfRule(rule, operation);
    const local = verdict === 'local' || !this.rules.driveLetters;
    return { verdict, path: local ? asked : pathForm(asked, true).text, rule };
  }

  private verdictOfRule(index: number, operation: PathOperation): PathVerdictName {
    return this.verdicts[operation][index] ?? 'local';
  }

  private find(asked: string): Findings {
    const { driveLetters } = this.rules;
    let form = pathForm(asked, driveLetters);
    const mapping = form.absolute ? this.mapped(form.text) : undefined;
    if (mapping !== undefined) form = pathForm(mapping.to, driveLetters);
    const matching = this.compiled.lists.matches(form.text);
    if (form.absolute) return { asked, form, mapping, matching, otherwise: this.mode };
    const notFound = matching.filter((index) => index < this.notFoundEnd);
    return { asked, form, mapping, matching: notFound, otherwise: this.relative };
  }

  private mapped(text: string): Findings['mapping'] {
    const [index] = this.compiled.mapping.matches(text);
    if (index === undefined) return undefined;
    const to = this.compiled.replacements[index]?.replaceFirst(text);
    return to === undefined ? undefined : { index, to };
  }
}
