const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');

/** Every spelling that is one wrong, missing, needless or exchanged letter away from a word. */
export function oneEditAway(word: string): string[] {
  const edits = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    const [first = '', second = ''] = after;
    if (after !== '') edits.add(before + after.slice(1));
    if (second !== '') edits.add(before + second + first + after.slice(2));
    for (const letter of LETTERS) {
      edits.add(before + letter + after);
      if (after !== '') edits.add(before + letter + after.slice(1));
    }
  }
  edits.delete(word);
  return [...edits];
}
