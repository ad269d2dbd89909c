import type { Context } from 'svc-registry/kernel';

/** The workspace that a flag names, else the environment (`SVC_WORKSPACE`). An empty text names none. */
export const namedWorkspace = (
  flag: string | undefined,
  { env }: Pick<Context, 'env'>,
): string | undefined => flag || env['SVC_WORKSPACE'] || undefined;
