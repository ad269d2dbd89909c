const WORDS = [
  '\\.\\.\\.|changeme|change[-_]me|dummy|dolor|example|fake|foobar|fixme|goes[-_]?here|insert|invalid|lorem|mock|my[-_]',
  'not[-_]?a?[-_]?real|placeholder|redacted|replace|sample|sanitized|secret[-_]?here|some[-_]|super[-_]?secret|test|todo|token[-_]?here',
  'xxx|\\*\\*\\*|your|yyy|zzz|000000|111111|correct[-_]?horse|hunter2',
].join('|');
const WORD = new RegExp(WORDS, 'i');
/** Typed by somebody who needed something that looks random. */
const TYPED = /abcdef|abc123|12345|23456|54321|98765|deadbeef|cafebabe|qwerty|asdf/i;
/** References to variables and templates, which hold no secret themselves. */
const REFERENCE =
  /[$%]\{|\{\{|\$\(|<[^>]*>|^\$|^%\w+%$|^process\.env|^os\.|^env[.(:]|^secrets?\.|\.get\(|^\w+\(|^\[|^!/;

/** Whether a value only stands where a secret would be. */
export function isPlaceholder(value: string): boolean {
  return WORD.test(value) || REFERENCE.test(value) || /(.)\1{4}/.test(value);
}

/** Whether the value was not generated; it may still be a secret. */
export function isTyped(value: string): boolean {
  return TYPED.test(value) || climbs(value.toLowerCase());
}

/** Whether a quarter of the characters follow each other as in the alphabet or among the digits. */
function climbs(value: string): boolean {
  let steps = 0;
  for (let at = 1; at < value.length; at++)
    if (value.charCodeAt(at) - value.charCodeAt(at - 1) === 1) steps++;
  return steps > 4 && steps * 4 > value.length;
}

/** Bits for each character, by how often each occurs. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
