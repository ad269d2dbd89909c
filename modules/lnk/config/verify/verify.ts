import { ownValue } from '../../../../toolbox/own-value.js';
import { quoted } from '../../quoted.js';
import type { Configuration, ResolvedField } from '../resolve/configuration.js';
import { warning, type Finding } from './finding.js';
import type { Rule, VerifyOptions } from './rule.js';
import { ADDRESS_RULES } from './rules/addresses.js';
import { BRANCH_RULES, PREVIEW_RULES } from './rules/branches.js';
import { ENVIRONMENT_RULES } from './rules/environment.js';
import { FILE_RULES } from './rules/files.js';
import { HTTP_FILTER_RULES } from './rules/http-filters.js';
import { OPERATOR_RULES } from './rules/operator.js';
import { PORT_RULES } from './rules/ports.js';
import { QUEUE_RULES } from './rules/queues.js';
import { RETRY_RULES } from './rules/retry.js';
import { TARGET_RULES } from './rules/targets.js';
import { TLS_RULES } from './rules/tls.js';

export type { Finding } from './finding.js';
export type { VerifyOptions } from './rule.js';

export const RULES: readonly Rule[] = [
  ...TARGET_RULES,
  ...OPERATOR_RULES,
  ...HTTP_FILTER_RULES,
  ...PORT_RULES,
  ...TLS_RULES,
  ...ENVIRONMENT_RULES,
  ...FILE_RULES,
  ...ADDRESS_RULES,
  ...QUEUE_RULES,
  ...BRANCH_RULES,
  ...PREVIEW_RULES,
  ...RETRY_RULES,
];

/** Everything that the rules across fields find in a configuration. Values that are wrong in themselves count as absent. */
export function verify(configuration: Configuration, options: VerifyOptions): readonly Finding[] {
  const isSound = (path: string): boolean => !configuration.isBroken(path);
  const findings = [
    ...RULES.filter(({ reads }) => reads.every(isSound)).flatMap(
      ({ check }) => check(configuration, options) ?? [],
    ),
    ...configuration.fields.filter(({ field }) => configuration.isSet(field.path)).flatMap(stageOf),
  ];
  return [...findings, ...profileNote(configuration, findings)];
}

/** What to write in place of deprecated fields that have a successor. */
const SUCCESSORS: Readonly<Record<string, string>> = {
  'feature.network.incoming.https_delivery': 'Write `tls_delivery`.',
};

function stageOf({ field: { path, stage } }: ResolvedField): readonly Finding[] {
  if (stage === undefined) return [];
  return [
    stage === 'unstable'
      ? warning(path, `\`${path}\` is unstable and may change in the next versions.`)
      : warning(
          path,
          `\`${path}\` is deprecated.`,
          ownValue(SUCCESSORS, path) ?? 'Remove it, as it may be refused in the next versions.',
        ),
  ];
}

function profileNote(
  configuration: Configuration,
  findings: readonly Finding[],
): readonly Finding[] {
  const profile = configuration.value('profile');
  return typeof profile === 'string' && findings.some(({ severity }) => severity === 'warning')
    ? [
        warning(
          'profile',
          `The profile ${quoted(profile)} changes fields of this file, so that the warnings may be about values of the profile.`,
          'Look at the profile too.',
        ),
      ]
    : [];
}
