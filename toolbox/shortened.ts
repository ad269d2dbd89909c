/** The text, cut to `most` characters, with an ellipsis if it was longer. */
export function shortened(text: string, most: number): string {
  // removes half a surrogate pair, which would not be valid text
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
