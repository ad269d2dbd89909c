import type { Renderer, TextStyle } from 'svc-registry/kernel';
import type {
  EditedPolicy,
  EvaluatedPlugin,
  EvaluatedPlugins,
  PolicyFieldChange,
  ShownPolicy,
} from '../contract/dto/commands.js';
import { levelWords, sourceOfRule } from '../contract/targets.js';
import { textOf } from './document/policy-text.js';

const nameOf = ({ targetType, target }: Pick<ShownPolicy, 'targetType' | 'target'>): string =>
  `${levelWords([targetType])} ${target}`;

export const shownPolicyText: Renderer<ShownPolicy> = (
  { targetType, target, installPolicy, publishPolicy, updatedAt, policySource },
  style,
) => {
  const heading = updatedAt === null ? '' : `, changed ${style.time(updatedAt)}`;
  const text = textOf({ targetType, targetId: target }, { installPolicy, publishPolicy }, heading);
  if (policySource === undefined) return text.trimEnd();
  const sources = Object.entries(policySource).map(
    ([field, { levels }]) => `# ${field}: from the ${levelWords(levels)}`,
  );
  return [text.trimEnd(), ...sources].join('\n');
};

export function changeLine({ field, before, after }: PolicyFieldChange): string {
  return `${field}: ${before ?? 'not set'} → ${after ?? 'not set'}`;
}

export const editedPolicyText: Renderer<EditedPolicy> = ({ changes, ...target }, style) => {
  if (changes.length === 0) return `The policies of the ${nameOf(target)} already say that.`;
  return [
    `Changed the policies of the ${style.bold(nameOf(target))}:`,
    ...changes.map((change) => `  ${changeLine(change)}`),
  ].join('\n');
};

const marks: Readonly<Record<EvaluatedPlugin['decision'], (style: TextStyle) => string>> = {
  allow: (style) => style.green('allowed'),
  warn: (style) => style.yellow('warning'),
  block: (style) => style.red('blocked'),
};

function evaluatedLines(
  { source, decision, reasons, fallbackVersion }: EvaluatedPlugin,
  style: TextStyle,
): readonly string[] {
  const from = (levels: readonly string[]): string =>
    levels.length === 0 ? '' : ` ${sourceOfRule(levels)}`;
  return [
    `${marks[decision](style)}  ${source}`,
    ...reasons.map(({ message, policyLevels }) => `  ${message}${from(policyLevels)}`),
    ...(fallbackVersion === null ? [] : [`  ${fallbackVersion} would be allowed.`]),
  ];
}

export const evaluatedText: Renderer<EvaluatedPlugins> = ({ results }, style) =>
  results.length === 0
    ? 'There is nothing to evaluate: svc.json names no plugins.'
    : results.flatMap((one) => evaluatedLines(one, style)).join('\n');
