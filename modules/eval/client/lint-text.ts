import { join } from 'node:path';
import type { Renderer, TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import { oneLine } from './one-line.js';
import type { LintFinding, ScenarioLintResult } from '../contract/lint-result.js';

/** Longer lists are for programs. */
const MOST_SHOWN = 200;

export const lintText: Renderer<ScenarioLintResult> = (result, style) => {
  const { folder, scenarios, skipped, errors, warnings } = result;
  const marked = [
    ...errors.map((finding) => ({ finding, mark: style.red('error') })),
    ...warnings.map((finding) => ({ finding, mark: style.yellow('warning') })),
  ];
  const more = marked.length - MOST_SHOWN;
  return [
    ...skipped.map(({ folder: name, why }) => `${style.dim('skipped')} ${oneLine(name)}: ${why}`),
    ...marked.slice(0, MOST_SHOWN).map(({ finding, mark }) => findingText(folder, finding, mark)),
    ...(more > 0 ? [`and ${more} more; --json lists them`] : []),
    ...fixes([...errors, ...warnings], style),
    `${errors.length === 0 ? style.green('ok') : style.red('invalid')} ${counted(scenarios, 'scenario')} in ${folder}: ${counts(result)}`,
  ].join('\n');
};

/** In the form that editors and terminals make clickable. */
function findingText(folder: string, finding: LintFinding, mark: string): string {
  const { file, line, column, rule, message } = finding;
  const position = [join(folder, file), line, column].filter((part) => part !== undefined);
  return `${oneLine(position.join(':'))} ${mark} ${rule}: ${oneLine(message)}`;
}

/** What to do about each rule, once. */
function fixes(findings: readonly LintFinding[], style: TextStyle): readonly string[] {
  const byRule = new Map(findings.map(({ rule, why, fix }) => [rule, `${why} ${fix}`]));
  if (byRule.size === 0) return [];
  return ['', ...[...byRule].map(([rule, text]) => `${style.bold(rule)} ${text}`), ''];
}

function counts({ errors, warnings, skipped }: ScenarioLintResult): string {
  return [
    errors.length === 0 ? 'no errors' : counted(errors.length, 'error'),
    warnings.length === 0 ? 'no warnings' : counted(warnings.length, 'warning'),
    ...(skipped.length === 0 ? [] : [`${counted(skipped.length, 'folder')} skipped`]),
  ].join(', ');
}
