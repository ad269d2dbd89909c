import type { Context } from 'svc-registry/kernel';
import { OPTIONS_VARIABLE, type SessionOptions } from '../../session/session-options.js';

/** The registry's token is of no use to the agent; the others would lead pi to another installation's files. */
const REMOVED: ReadonlySet<string> = new Set([
  'SVC_TOKEN',
  'PI_PACKAGE_DIR',
  'PI_CODING_AGENT_SESSION_DIR',
]);

/** pi asks for newer versions and counts its starts unless these are set (ADR 10). */
const QUIET = { PI_OFFLINE: '1', PI_TELEMETRY: '0', PI_SKIP_VERSION_CHECK: '1' } as const;

/** The environment of pi: the user's, with settings in `folder`. */
export function piEnvironment(
  env: Context['env'],
  folder: string,
  options: SessionOptions,
): Context['env'] {
  const kept = Object.entries(env).filter(([name]) => !REMOVED.has(name));
  return {
    ...Object.fromEntries(kept),
    ...QUIET,
    PI_CODING_AGENT_DIR: folder,
    [OPTIONS_VARIABLE]: JSON.stringify(options),
  };
}
