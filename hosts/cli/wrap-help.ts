/** Where the text of a line begins that starts with a name: `  --port  Port to listen on`. */
function hangingIndent(line: string, columns: number): number {
  const named = /^\s*\S+(?: \S+)*?\s{2,}/.exec(line)?.[0].length ?? columns;
  return named < columns / 2 ? named : (/^\s*/.exec(line)?.[0].length ?? 0);
}

function wrapLine(line: string, columns: number): string {
  if (line.length <= columns) return line;
  const indent = ' '.repeat(hangingIndent(line, columns));
  const lines: string[] = [];
  let rest = line;
  while (rest.length > columns) {
    const space = rest.lastIndexOf(' ', columns);
    const end = space > indent.length ? space : rest.indexOf(' ', columns);
    if (end === -1) break;
    lines.push(rest.slice(0, end).trimEnd());
    rest = indent + rest.slice(end).trimStart();
  }
  return [...lines, rest].join('\n');
}

/** Breaks long lines between words, and keeps names and texts in their columns. What yargs uses for it breaks words. */
export function wrapHelp(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n');
}
