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
  return [...text.matchAll(PIPED)].map(({ 0: found, index }) => ({
    text: withoutClosing(found),
    from: index,
  }));
}

const OPENING = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

/** The text up to a bracket that closes something which began before it, such as `\write18{…}`. */
function withoutClosing(text: string): string {
  const open: string[] = [];
  for (const { 0: bracket, index } of text.matchAll(/[()[\]{}]/g)) {
    const opening = OPENING.get(bracket);
    if (opening === undefined) open.push(bracket);
    else if (open.pop() !== opening) return text.slice(0, index);
  }
  return text;
}

/** Whether a line is such a command and nothing else, but for a prompt before it. */
export function isPipedCommand(line: string): boolean {
  const [first] = pipedCommands(line);
  return first !== undefined && /^\s*(?:[$#>]\s+)?(?:sudo\s+)?$/.test(line.slice(0, first.from));
}
