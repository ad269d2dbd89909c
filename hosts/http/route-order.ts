import type { OperationManifest } from '../../kernel/index.js';
import { byPath } from '../../toolbox/path-order.js';

export type HttpOperation = OperationManifest & {
  readonly http: NonNullable<OperationManifest['http']>;
};

/** The server's operations with an HTTP surface. Literal paths come before those with parameters, because the first match answers. */
export function routedOperations(
  operations: readonly OperationManifest[],
): readonly HttpOperation[] {
  return operations
    .filter((operation): operation is HttpOperation => operation.http !== undefined)
    .filter(({ runsAt }) => runsAt === 'server')
    .sort((left, right) => byPath(left.http.path, right.http.path));
}
