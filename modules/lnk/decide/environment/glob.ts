/** Whether a pattern covers a whole name: `*` is any characters, `?` is one. It takes at most the product of both lengths. */
export function globMatches(pattern: string, name: string): boolean {
  const wanted = Array.from(pattern);
  const given = Array.from(name);
  let at = 0;
  let retry = -1;
  let from = 0;
  for (let index = 0; index < given.length;) {
    if (wanted[at] === '*') {
      retry = at;
      at += 1;
      from = index;
    } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === given[index])) {
      at += 1;
      index += 1;
    } else if (retry >= 0) {
      // the last `*` takes one character more
      at = retry + 1;
      from += 1;
      index = from;
    } else return false;
  }
  return wanted.slice(at).every((character) => character === '*');
}
