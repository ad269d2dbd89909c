import { fieldsOf, listOf } from '../../../../../toolbox/type-guards.js';
import { quoted } from '../../../quoted.js';
import { error, warning } from '../finding.js';
import type { Rule } from '../rule.js';
import { listAt, membersAt } from '../values.js';

const BRANCHES = 'feature.db_branches';
const PREVIEW = 'feature.preview';
const MOUNTS = ['config_mounts', 'secret_mounts'];

const isLocalRedis = (branch: unknown): boolean => fieldsOf(branch)['location'] === 'local';

/** Rules about branches of databases. */
export const BRANCH_RULES: readonly Rule[] = [
  {
    reads: [BRANCHES],
    check: (configuration) =>
      listAt(configuration, BRANCHES).flatMap((branch, index) =>
        hasTwoLifetimes(branch)
          ? [
              error(
                [BRANCHES, index, 'ttl_mins'],
                'A branch has both `ttl_secs` and `ttl_mins`.',
                'Keep one of them.',
              ),
            ]
          : [],
      ),
  },
  {
    reads: [BRANCHES],
    check: (configuration) =>
      listAt(configuration, BRANCHES).flatMap((branch, index) =>
        fieldsOf(branch)['connection'] === undefined && !isLocalRedis(branch)
          ? [
              error(
                [BRANCHES, index],
                'A branch has no `connection`, so that the process would not find it.',
                'Write `"connection": {"url": "<variable>"}` with the variable that has the address.',
              ),
            ]
          : [],
      ),
  },
  {
    reads: [BRANCHES, 'operator'],
    check: (configuration) =>
      configuration.value('operator') === false
        ? listAt(configuration, BRANCHES).flatMap((branch, index) =>
            isLocalRedis(branch)
              ? []
              : [
                  warning(
                    [BRANCHES, index],
                    'Only an operator can make a branch, and `operator` is `false`.',
                    'Remove `"operator": false`, or the branch.',
                  ),
                ],
          )
        : undefined,
  },
];

/** Rules about previews. */
export const PREVIEW_RULES: readonly Rule[] = [
  {
    reads: [PREVIEW],
    check: (configuration) =>
      hasTwoLifetimes(configuration.value(PREVIEW))
        ? error(
            [PREVIEW, 'ttl_mins'],
            'The preview has both `ttl_secs` and `ttl_mins`.',
            'Keep one of them.',
          )
        : undefined,
  },
  {
    reads: [PREVIEW],
    check: (configuration) => {
      const { include, exclude } = fieldsOf(membersAt(configuration, PREVIEW)['labels']);
      return include !== undefined && exclude !== undefined
        ? error(
            [PREVIEW, 'labels', 'exclude'],
            'The labels of the preview have both `include` and `exclude`.',
            'Keep one of them.',
          )
        : undefined;
    },
  },
  {
    reads: [PREVIEW],
    check: (configuration) => {
      const first = new Set<unknown>();
      return MOUNTS.flatMap((list) =>
        listOf(membersAt(configuration, PREVIEW)[list]).flatMap((mount, index) => {
          const path = fieldsOf(mount)['mount_at'];
          const isTaken = first.has(path);
          first.add(path);
          return isTaken && typeof path === 'string'
            ? [
                error(
                  [PREVIEW, list, index, 'mount_at'],
                  `Two files of the preview have the path ${quoted(path)}.`,
                  'Give each file a path of its own.',
                ),
              ]
            : [];
        }),
      );
    },
  },
];

function hasTwoLifetimes(value: unknown): boolean {
  const { ttl_secs: seconds, ttl_mins: minutes } = fieldsOf(value);
  return seconds !== undefined && minutes !== undefined;
}
