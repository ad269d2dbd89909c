/** The text, without its middle if it is longer than `most` characters: the beginning and the end say most. */
export function shortenedMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  // removes half a surrogate pair, which would not be valid text
  const begin = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, '');
  const end = text.slice(-half).replace(/^[\uDC00-\uDFFF]/, '');
  const lost = (text.length - begin.length - end.length).toLocaleString('en');
  return `${begin}\n… ${lost} characters are left out here …\n${end}`;
}
