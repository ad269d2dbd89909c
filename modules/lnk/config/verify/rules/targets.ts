import type { Configuration } from '../../resolve/configuration.js';
import { isRecord } from '../../../../../toolbox/type-guards.js';
import { readTarget } from '../../target/read-target.js';
import { error, warning, type Finding } from '../finding.js';
import type { Rule, VerifyOptions } from '../rule.js';
import { copiesTarget, isGiven, isTargetless, steals, targetOf } from '../values.js';

const PATH = 'target.path';
const MODE = 'feature.network.incoming.mode';
const COPY = 'feature.copy_target.enabled';

interface Conflict {
  readonly field: string;
  readonly isThere: (configuration: Configuration) => boolean;
  /** Behind "A target that is named by labels". */
  readonly cannot: string;
  readonly hint: string;
}

/** What a target of labels, which is several pods, cannot be together with. */
const LABEL_CONFLICTS: readonly Conflict[] = [
  {
    field: COPY,
    isThere: copiesTarget,
    cannot: 'cannot be copied',
    hint: 'Name one object in `target`, or remove `feature.copy_target`.',
  },
  {
    field: 'multi_cluster',
    isThere: (configuration) => configuration.value('multi_cluster') === true,
    cannot: 'cannot be in several clusters',
    hint: 'Name one object in `target`, or remove `multi_cluster`.',
  },
  {
    field: 'feature.split_queues',
    isThere: (configuration) => isGiven(configuration, 'feature.split_queues'),
    cannot: 'cannot split queues',
    hint: 'Name one object in `target`, or remove `feature.split_queues`.',
  },
  {
    field: 'feature.db_branches',
    isThere: (configuration) => isGiven(configuration, 'feature.db_branches'),
    cannot: 'cannot have branches of databases',
    hint: 'Name one object in `target`, or remove `feature.db_branches`.',
  },
];

const labelRule = ({ field, isThere, cannot, hint }: Conflict): Rule => ({
  reads: [PATH, field],
  check: (configuration) =>
    targetOf(configuration)?.kind === 'label' && isThere(configuration)
      ? error(field, `A target that is named by labels ${cannot}.`, hint)
      : undefined,
});

/** The part of a target that is wrong: of an object a member, the container where the others can be read. */
function partOf(value: unknown): string | [string, string] {
  if (!isRecord(value)) return PATH;
  const { container, ...others } = value;
  const [subject] = Object.keys(others);
  if (subject === undefined) return PATH;
  const isContainer = container !== undefined && typeof readTarget(others) !== 'string';
  return [PATH, isContainer ? 'container' : subject];
}

/** A rule for sessions without a target. */
const targetlessRule = (
  field: string,
  isThere: (configuration: Configuration) => boolean,
  finding: Finding,
): Rule => ({
  reads: [PATH, field],
  check: (configuration: Configuration, options: VerifyOptions) =>
    isThere(configuration) && isTargetless(configuration, options) ? finding : undefined,
});

export const TARGET_RULES: readonly Rule[] = [
  {
    reads: [PATH],
    check: (configuration) => {
      const value = configuration.value(PATH) ?? undefined;
      const target = value === undefined ? undefined : readTarget(value);
      return typeof target === 'string'
        ? error(partOf(value), `The target cannot be read: ${target}.`)
        : undefined;
    },
  },
  ...LABEL_CONFLICTS.map(labelRule),
  targetlessRule(
    MODE,
    steals,
    error(
      MODE,
      'A session without a target has no traffic to steal.',
      'Name a target in `target`, or write `"off"` as `feature.network.incoming`. When the target is chosen elsewhere, check the file with `--editor`.',
    ),
  ),
  targetlessRule(
    'agent.ephemeral',
    (configuration) => configuration.value('agent.ephemeral') === true,
    error(
      'agent.ephemeral',
      'An ephemeral agent runs in the pod of the target, and the session has no target.',
      'Name a target in `target`, or remove `agent.ephemeral`.',
    ),
  ),
  targetlessRule(
    'agent.namespace',
    (configuration) => isGiven(configuration, 'agent.namespace'),
    warning(
      'agent.namespace',
      '`agent.namespace` has no effect in a session without a target.',
      'Write the namespace as `target.namespace`.',
    ),
  ),
  {
    reads: ['agent.ephemeral', 'agent.namespace'],
    check: (configuration) =>
      configuration.value('agent.ephemeral') === true && isGiven(configuration, 'agent.namespace')
        ? warning(
            'agent.namespace',
            '`agent.namespace` has no effect for an ephemeral agent, which runs in the pod of the target.',
            'Remove `agent.namespace`, or `agent.ephemeral`.',
          )
        : undefined,
  },
  targetlessRule(
    COPY,
    copiesTarget,
    error(
      COPY,
      'A session without a target has nothing to copy.',
      'Name a target in `target`, or remove `feature.copy_target`.',
    ),
  ),
];
