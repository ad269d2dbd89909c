type Row = readonly number[];

/** The next row of the table of edit distances: the cost of turning the first letters of `a` into those of `b`. */
function nextRow(above: Row, letter: string, b: string): Row {
  const row = [(above[0] ?? 0) + 1];
  for (const [index, other] of Array.from(b).entries()) {
    const replace = (above[index] ?? 0) + (letter === other ? 0 : 1);
    row.push(Math.min(replace, (above[index + 1] ?? 0) + 1, (row[index] ?? 0) + 1));
  }
  return row;
}

/** How many letters must be added, left out or replaced to turn one word into the other. */
function distance(a: string, b: string): number {
  const first: Row = Array.from({ length: b.length + 1 }, (_, index) => index);
  return (
    Array.from(a)
      .reduce((above, letter) => nextRow(above, letter, b), first)
      .at(-1) ?? 0
  );
}

/** The known word that was probably meant, if one is near enough: two of its letters or a third of them may differ. */
export function similar(word: string, known: Iterable<string>): string | undefined {
  const nearest = [...known]
    .map((name) => ({ name, steps: distance(word.slice(0, 40), name) }))
    .sort((left, right) => left.steps - right.steps || (left.name < right.name ? -1 : 1))[0];
  if (nearest === undefined) return undefined;
  return nearest.steps < Math.min(nearest.name.length, Math.max(3, Math.ceil(nearest.name.length / 3))) ? nearest.name : undefined;
}
