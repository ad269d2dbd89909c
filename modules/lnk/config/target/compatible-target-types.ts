import type { Configuration } from '../resolve/configuration.js';
import { TARGET_KINDS, type TargetKind } from './target.js';

/**
 * The kinds of target that an editor may offer for the configuration. Labels are none of them: an editor lists objects.
 */
export function compatibleTargetTypes(configuration: Configuration): readonly TargetKind[] {
  const copies = configuration.value('feature.copy_target.enabled') === true;
  const scalesDown = copies && configuration.value('feature.copy_target.scale_down') === true;
  const without = new Set<TargetKind>([
    'label',
    ...(copies ? (['targetless', 'rollout', 'service'] as const) : []),
    ...(scalesDown ? (['pod'] as const) : []),
  ]);
  return TARGET_KINDS.filter((kind) => !without.has(kind));
}
