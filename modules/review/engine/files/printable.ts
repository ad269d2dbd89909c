/** Printable ASCII in data, one run a line: what `strings` shows. */
export function printableRuns(bytes: Buffer, shortest: number): string {
  const runs: string[] = [];
  let from = -1;
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const printable = byte >= 0x20 && byte < 0x7f;
    if (printable && from === -1) from = at;
    if (printable || from === -1) continue;
    if (at - from >= shortest) runs.push(bytes.toString('latin1', from, at));
    from = -1;
  }
  return runs.join('\n');
}
