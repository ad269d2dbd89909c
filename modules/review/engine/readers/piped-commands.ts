/** Downloads that are piped into an interpreter: what so reads is a command, whatever the text around it is. */
const PIPED =
  /\b(?:curl|wget)[ \t][^\n|"'`<>]{1,300}\|[ \t]*(?:sudo[ \t]+(?:-\w+[ \t]+)?)?(?:\/(?:\w+\/){0,4})?(?:(?:ba|z|da|k|a)?sh|python3?|node|perl|ruby)\b[^\n"'`<>]{0,100}/g;

export interface PipedCommand {
  readonly text: string;
  readonly from: number;
}

/** All of them in a text. */
export function pipedCommands(text: string): readonly PipedCommand[] {
  if (!text.includes('|')) return [];
  return [...text.matchAll(PIPED)].map(({ 0: found, index }) => ({ text: found, from: index }));
}

/** Whether a line is such a command and nothing else, but for a prompt before it. */
export function isPipedCommand(line: string): boolean {
  const [first] = pipedCommands(line);
  return first !== undefined && /^\s*(?:[$#>]\s+)?(?:sudo\s+)?$/.test(line.slice(0, first.from));
}
