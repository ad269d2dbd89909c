import { error } from '../finding.js';
import type { Rule } from '../rule.js';

const MIN = 'startup_retry.min_ms';
const MAX = 'startup_retry.max_ms';

/** Rules about waiting between attempts at the start. */
export const RETRY_RULES: readonly Rule[] = [
  {
    reads: [MAX],
    check: (configuration) =>
      configuration.value(MAX) === 0
        ? error(MAX, `\`${MAX}\` is 0, so that there is no wait.`, 'Write milliseconds above 0.')
        : undefined,
  },
  {
    reads: [MIN, MAX],
    check: (configuration) => {
      const [min, max] = [configuration.value(MIN), configuration.value(MAX)];
      // 0 is reported by its own rule
      return typeof min === 'number' && typeof max === 'number' && max > 0 && min > max
        ? error(
            configuration.isSet(MIN) ? MIN : MAX,
            `\`${MIN}\` is ${min} and larger than \`${MAX}\`, which is ${max}.`,
            `Write at most ${max} as \`min_ms\`, or a larger \`max_ms\`.`,
          )
        : undefined;
    },
  },
];
