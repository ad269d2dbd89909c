/** The text, cut after so many characters, with an ellipsis where something is missing. */
export function shortened(text: string, most: number): string {
  // a character that is cut in half would be no text
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
