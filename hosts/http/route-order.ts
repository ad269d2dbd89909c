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

/** Operations with an HTTP surface. Literal paths come before those with parameters, because the first match answers. */
export function routedOperations(
  operations: readonly OperationManifest[],
): readonly OperationManifest[] {
  return operations
    .filter(({ http }) => http !== undefined)
    .sort((left, right) => compare(left.http?.path ?? '', right.http?.path ?? ''));
}
