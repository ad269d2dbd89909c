import type { Renderer, TextStyle } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';
import { sourceName } from '../config/source/source-name.js';
import type {
  ConfigProblem,
  DecisionRule,
  DecisionView,
  EditorAnswer,
  ExplainedField,
  Explanation,
  IncomingDecisionView,
  PathDecisionView,
  SchemaResult,
  VariableDecisions,
  VariableDecisionView,
  VerifyResult,
} from '../contract/results.js';
import { problemPosition } from './problem-line.js';
import { ruleSourceText, sourceText } from './source-view.js';

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

function problemText(problem: ConfigProblem, style: TextStyle): string {
  const { severity, message, hint } = problem;
  const mark = severity === 'error' ? style.red('error') : style.yellow('warning');
  return [
    `${mark} ${style.bold(problemPosition(problem))}`,
    `  ${message}`,
    ...(hint === undefined ? [] : [`  ${style.cyan(hint)}`]),
  ].join('\n');
}

/** The editor's answer and a resolved configuration are read by programs. */
export const verifyText: Renderer<VerifyResult | EditorAnswer> = (result, style) => {
  if ('type' in result) return pretty(result);
  const { file, errors, warnings, notes, resolved } = result;
  if (resolved !== undefined) return pretty(resolved);
  const name = file === null ? 'The configuration without a file' : sourceName(file);
  const problems = [...errors, ...warnings].map((problem) => problemText(problem, style));
  const remarks = notes.map(({ field, message }) => `${style.dim('note')} ${field}: ${message}`);
  const verdict =
    errors.length === 0
      ? `${style.green('valid')} ${name}${warnings.length === 0 ? '' : `, ${counted(warnings.length, 'warning')}`}`
      : `${style.red('invalid')} ${name}: ${counted(errors.length, 'mistake')}`;
  return [...problems, ...remarks, verdict].join('\n');
};

const shown = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

function fieldText(field: ExplainedField, style: TextStyle): string {
  const { losers, flags, variables } = field;
  const lines: readonly (readonly [string, string | null])[] = [
    ['value', `${JSON.stringify(field.value)}  ${style.dim(`from ${sourceText(field.source)}`)}`],
    ...losers.map(({ value, source }, index): readonly [string, string] => [
      index === 0 ? 'instead of' : '',
      `${JSON.stringify(value)}  ${style.dim(`from ${sourceText(source)}`)}`,
    ]),
    ['type', field.type],
    ['default', field.default],
    ['flag', flags.join(', ') || null],
    ['variable', variables.join(', ') || null],
    ['note', field.note],
  ];
  const rows = lines.filter(([, text]) => text !== null);
  return [
    style.bold(field.field),
    `  ${field.meaning}`,
    ...rows.map(([name, text]) => `  ${style.dim(name.padEnd(10))}  ${String(text)}`),
  ].join('\n');
}

/** One field, or a few of a section, with everything about them; otherwise a table. */
const DETAILED = 3;

export const explainText: Renderer<Explanation> = ({ fields }, style) =>
  fields.length <= DETAILED
    ? fields.map((field) => fieldText(field, style)).join('\n\n')
    : style.table(
        ['field', 'value', 'from'],
        fields.map(({ field, value, source }) => [
          field,
          shown(value),
          source.kind === 'default' ? style.dim('default') : sourceText(source),
        ]),
      );

export const schemaText: Renderer<SchemaResult | object> = (result) =>
  'file' in result ? `Wrote ${result.file}.` : pretty(result);

function ruleLines(name: string, rule: DecisionRule, style: TextStyle): readonly string[] {
  const source = ruleSourceText(rule.source);
  const verdict = name === 'rule' ? '' : ` → ${rule.verdict}`;
  return [
    `  ${style.dim(name)}  ${rule.name}${verdict}  ${style.dim(source)}`,
    `        ${rule.reason}`,
  ];
}

function decisionText(view: DecisionView, style: TextStyle, more: readonly string[] = []): string {
  const next =
    view.next === null
      ? [`  ${style.dim('next')}  ${style.dim('nothing comes after it')}`]
      : ruleLines('next', view.next, style);
  return [
    `${style.bold(view.verdict)}  ${view.asked}`,
    ...more,
    ...ruleLines('rule', view.rule, style),
    ...next,
    ...view.notes.map((note) => `  ${style.dim('note')}  ${note}`),
  ].join('\n');
}

export const decisionViewText: Renderer<DecisionView> = (view, style) => decisionText(view, style);

export const pathDecisionText: Renderer<PathDecisionView> = (view, style) => {
  const { mapped } = view;
  if (mapped === null) return decisionText(view, style);
  const source = ruleSourceText(mapped.rule.source);
  return decisionText(view, style, [
    `  ${style.dim('path')}  ${mapped.to}`,
    `        ${mapped.rule.name} ${mapped.rule.reason}  ${style.dim(source)}`,
  ]);
};

function variableText(view: VariableDecisionView, style: TextStyle): string {
  const value = view.value === null ? [] : [`  ${style.dim('value')} ${view.value}`];
  return decisionText(view, style, value);
}

export const variablesText: Renderer<VariableDecisions> = ({ variables }, style) =>
  variables.map((view) => variableText(view, style)).join('\n');

export const incomingText: Renderer<IncomingDecisionView> = (view, style) =>
  decisionText(
    view,
    style,
    view.localPort === null ? [] : [`  ${style.dim('port')}  ${view.localPort} of this machine`],
  );
