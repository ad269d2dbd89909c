import { needsOperator } from '../../target/target.js';
import { error, warning } from '../finding.js';
import type { Rule } from '../rule.js';
import { copiesTarget, isGiven, steals, targetOf } from '../values.js';

const PATH = 'target.path';
const COPY = 'feature.copy_target.enabled';
const SCALE_DOWN = 'feature.copy_target.scale_down';
const HINT = 'Remove `"operator": false`, or this.';

/** A part of the session that an operator gives, though `operator` is `false`. */
const withoutOperator = (field: string): Rule => ({
  reads: ['operator', field],
  check: (configuration) =>
    configuration.value('operator') === false && isGiven(configuration, field)
      ? warning(
          field,
          `\`${field}\` has no effect: only an operator can do it, and \`operator\` is \`false\`.`,
          HINT,
        )
      : undefined,
});

/** Rules about what only an operator can do. */
export const OPERATOR_RULES: readonly Rule[] = [
  {
    reads: ['operator', COPY],
    check: (configuration) =>
      configuration.value('operator') === false && copiesTarget(configuration)
        ? error(COPY, 'Only an operator can copy the target, and `operator` is `false`.', HINT)
        : undefined,
  },
  {
    reads: ['operator', PATH],
    check: (configuration) => {
      const target = targetOf(configuration);
      return configuration.value('operator') === false &&
        target !== undefined &&
        needsOperator(target.kind)
        ? error(
            PATH,
            `Only an operator can give a session a target of the kind ${target.kind}, and \`operator\` is \`false\`.`,
            'Name a pod, a deployment or a rollout, or remove `"operator": false`.',
          )
        : undefined;
    },
  },
  {
    reads: [PATH, COPY],
    check: (configuration) =>
      copiesTarget(configuration) && targetOf(configuration)?.kind === 'service'
        ? error(
            COPY,
            'A service cannot be copied.',
            'Name the deployment behind the service in `target`, or remove `feature.copy_target`.',
          )
        : undefined,
  },
  {
    reads: [COPY, 'feature.network.incoming.mode'],
    check: (configuration) =>
      copiesTarget(configuration) && !steals(configuration)
        ? warning(
            COPY,
            'A copy of the target is made for sessions that steal, and this one does not.',
            'Write `"steal"` as `feature.network.incoming`, or remove `feature.copy_target`.',
          )
        : undefined,
  },
  {
    reads: [PATH, COPY, SCALE_DOWN],
    check: (configuration) =>
      copiesTarget(configuration) &&
      configuration.value(SCALE_DOWN) === true &&
      targetOf(configuration)?.kind === 'pod'
        ? warning(
            SCALE_DOWN,
            'A pod cannot be scaled down.',
            'Name its deployment in `target`, or remove `scale_down`.',
          )
        : undefined,
  },
  ...['feature.split_queues', 'feature.preview'].map(withoutOperator),
];
