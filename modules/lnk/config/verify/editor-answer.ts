import type { Configuration } from '../resolve/configuration.js';
import { compatibleTargetTypes } from '../target/compatible-target-types.js';
import { readTarget } from '../target/read-target.js';
import { targetObject } from '../target/target.js';

/** What `lnk config verify --editor` prints: one object, for extensions of editors. */

export interface EditorSuccess {
  readonly type: 'Success';
  readonly config: {
    /** The target as an object, `targetless`, or `null` when none is named. */
    readonly path: unknown;
    readonly namespace: string | null;
  };
  readonly warnings: readonly string[];
  readonly compatible_target_types: readonly string[];
  /** A configuration that can be used as a file; only if it was asked for. */
  readonly resolved_config?: unknown;
}

export interface EditorFailure {
  readonly type: 'Fail';
  /** All errors, each with its place. */
  readonly errors: readonly string[];
}

interface Details {
  readonly warnings: readonly string[];
  readonly resolved?: unknown;
}

/** The answer for a valid configuration. */
export function editorSuccess(
  configuration: Configuration,
  { warnings, resolved }: Details,
): EditorSuccess {
  const namespace = configuration.value('target.namespace');
  return {
    type: 'Success',
    config: {
      path: pathOf(configuration),
      namespace: typeof namespace === 'string' ? namespace : null,
    },
    warnings,
    compatible_target_types: compatibleTargetTypes(configuration),
    ...(resolved === undefined ? {} : { resolved_config: resolved }),
  };
}

/** The answer for a configuration with errors. */
export const editorFailure = (errors: readonly string[]): EditorFailure => ({
  type: 'Fail',
  errors,
});

function pathOf(configuration: Configuration): unknown {
  const target = readTarget(configuration.value('target.path'));
  return typeof target === 'string' ? null : targetObject(target);
}
