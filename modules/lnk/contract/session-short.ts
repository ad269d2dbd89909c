import type { SessionFlags } from './session-flags.js';

/** The letters of flags. Apart from the class: a declaration that names them loads no validator. */
export const SESSION_SHORT = {
  target: 't',
  targetNamespace: 'n',
  agentNamespace: 'a',
  agentLogLevel: 'l',
  agentImage: 'i',
  ephemeralContainer: 'e',
  overrideEnvVarsExclude: 'x',
  overrideEnvVarsInclude: 's',
  acceptInvalidCertificates: 'c',
  key: 'k',
} as const satisfies Partial<Record<keyof SessionFlags, string>>;
