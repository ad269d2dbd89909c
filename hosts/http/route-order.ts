import type { OperationManifest } from '../../kernel/index.js';

function weight(segment: string): number {
  if (segment.startsWith('*')) return 2;
  return segment.startsWith(':') ? 1 : 0;
}

function compare(left: string, right: string): number {
  const [a, b] = [left.split('/'), right.split('/')];
  for (const [index, segment] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const difference = weight(segment) - weight(other);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

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
    .sort((left, right) => compare(left.http.path, right.http.path));
}
