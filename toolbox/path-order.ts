function weight(segment: string): number {
  if (segment.startsWith('*')) return 2;
  return segment.startsWith(':') ? 1 : 0;
}

/** Sorts path templates so that the first match is the right one: literal segments, then `:one`, then `*rest`. */
export function byPath(left: string, right: string): number {
  const [a, b] = [left.split('/'), right.split('/')];
  for (const [index, segment] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const difference = weight(segment) - weight(other);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
