interface Options {
  /** The form in which names are compared. */
  readonly comparable?: (name: string) => string;
  readonly reserved?: string;
}

/**
 * One name for each list of names, from the shortest to one that is unique: those that share a name take their next one
 * until all differ. The result depends on what is installed, never on the order of installing.
 */
export function uniqueNames(
  candidates: readonly (readonly string[])[],
  options: Options = {},
): readonly string[] {
  const { comparable = (name) => name, reserved } = options;
  const current = candidates.map(([name = '']) => comparable(name));
  const counts = new Map<string, number>();
  for (const name of current) counts.set(name, (counts.get(name) ?? 0) + 1);
  const clashes = current.map((name) => name === reserved || counts.get(name) !== 1);
  const next = candidates.map((names, index) =>
    clashes[index] === true && names.length > 1 ? names.slice(1) : names,
  );
  return next.some((names, index) => names !== candidates[index])
    ? uniqueNames(next, options)
    : candidates.map(([name = '']) => name);
}
