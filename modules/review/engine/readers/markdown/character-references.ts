/** `&lt;`, `&#105;` and their kind. */
const NAMED = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['lbrack', '['],
  ['rbrack', ']'],
  ['colon', ':'],
  ['sol', '/'],
  ['period', '.'],
  ['excl', '!'],
  ['num', '#'],
  ['vert', '|'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
]);
const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/iy;

/** The character that a reference at the offset stands for. */
export function characterOf(
  source: string,
  at: number,
): { readonly text: string; readonly length: number } | undefined {
  REFERENCE.lastIndex = at;
  const found = REFERENCE.exec(source);
  if (found === null) return undefined;
  const [whole, hex, decimal, name] = found;
  const text = name === undefined ? fromCode(hex, decimal) : NAMED.get(name.toLowerCase());
  return text === undefined ? undefined : { text, length: whole.length };
}

function fromCode(hex: string | undefined, decimal: string | undefined): string | undefined {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
