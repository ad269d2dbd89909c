/** The lines of a text's front matter, none if it is not closed; `undefined` for a text without any. */
export function frontMatterLines(text: string): readonly string[] | undefined {
  const [first, ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (first?.trimEnd() !== '---') return undefined;
  const end = lines.findIndex((line) => line.trimEnd() === '---');
  return lines.slice(0, Math.max(end, 0));
}
