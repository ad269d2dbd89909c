/** A plugin's text without colours of its own. What else could steer a terminal, the terminal's own writer makes harmless. */
export function foreign(text: string): string {
  return text.replaceAll('\u001b', String.raw`\u001b`);
}

/** The same on one line, so that it cannot look like lines of ours. */
export function lineOf(text: string): string {
  return foreign(text).replace(/\s+/g, ' ').trim();
}

export function thousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}
