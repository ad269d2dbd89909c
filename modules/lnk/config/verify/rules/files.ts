import { quoted } from '../../../quoted.js';
import { error, warning } from '../finding.js';
import type { Rule } from '../rule.js';
import { listAt } from '../values.js';

const BUFFER = 'feature.fs.readonly_file_buffer';
const LISTS = ['read_write', 'read_only', 'local', 'not_found'].map((name) => `feature.fs.${name}`);
const MEBIBYTE = 1024 * 1024;

/** Rules about files. */
export const FILE_RULES: readonly Rule[] = [
  {
    reads: [BUFFER],
    check: (configuration) => {
      const bytes = configuration.value(BUFFER);
      if (typeof bytes !== 'number' || bytes <= MEBIBYTE) return undefined;
      return bytes > 15 * MEBIBYTE
        ? error(BUFFER, `\`${BUFFER}\` is larger than 15 MiB.`, 'Write at most 15728640.')
        : warning(
            BUFFER,
            `\`${BUFFER}\` is larger than 1 MiB, which makes each read of a file slow.`,
            'Write at most 1048576.',
          );
    },
  },
  {
    reads: LISTS,
    check: (configuration) => {
      const first = new Map<unknown, string>();
      return LISTS.flatMap((field) =>
        listAt(configuration, field).flatMap((pattern, index) => {
          const earlier = first.get(pattern);
          if (earlier === undefined) first.set(pattern, field);
          return earlier === undefined || earlier === field
            ? []
            : [
                warning(
                  [field, index],
                  `The pattern ${quoted(String(pattern))} stands in \`${earlier}\` too, and which of them counts is not certain.`,
                  'Keep it in one of the lists.',
                ),
              ];
        }),
      );
    },
  },
];
