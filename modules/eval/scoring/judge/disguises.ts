/** What a text may be read as, though it is written otherwise: each of these keeps lines where they are. */
import { decode } from 'node:querystring';

/** Letters of other alphabets that look like Latin ones. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', ј: 'j', ѕ: 's' },
    ...{ т: 't', н: 'h', к: 'k', м: 'm', в: 'b', г: 'r', ԁ: 'd', ԛ: 'q', ѡ: 'w', п: 'n' },
    ...{ α: 'a', ε: 'e', ο: 'o', ρ: 'p', υ: 'u', ν: 'v', ι: 'i', κ: 'k', τ: 't', χ: 'x' },
    ...{ ı: 'i', ɡ: 'g', ո: 'n', օ: 'o', ս: 'u', ց: 'g' },
  }),
);
const LEET: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }),
);

const swapped = (text: string, letters: ReadonlyMap<string, string>): string =>
  text.replace(/./gu, (letter) => letters.get(letter.toLowerCase()) ?? letter);

/** Words of letters and digits only: numbers stay what they are. */
const unleeted = (text: string): string =>
  text.replace(/[\p{L}@$!\d]*\p{L}[\p{L}@$!\d]*/gu, (word) => swapped(word, LEET));

/** `g i v e`, `g.i.v.e`: two spaces or more, or another mark, end a word. */
const joined = (text: string): string =>
  text.replace(/(?<![\p{L}\d])(?:[\p{L}\d][ ._-]){3,}[\p{L}\d](?![\p{L}\d])/gu, (letters) =>
    letters.replace(/[ ._-]/g, ''),
  );

/** Escapes of JSON, HTML and addresses. */
const unescaped = (text: string): string =>
  text
    .replace(/\\u\{?([0-9a-f]{4,6})\}?|\\x([0-9a-f]{2})/gi, (_, long?: string, short?: string) =>
      characterOf(Number.parseInt(long ?? short ?? '', 16)),
    )
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi, (_, hex?: string, decimal?: string) =>
      characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/(?:%[0-9a-f]{2}|\w|[+.-])*%[0-9a-f]{2}(?:%[0-9a-f]{2}|\w|[+.-])*/gi, (word) =>
      Object.keys(decode(word)).join(' ').replace(/\s/g, ' '),
    )
    .replace(/\\[nrt]/g, ' ');

const characterOf = (code: number): string =>
  code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';

/** What stands in base64 or as hexadecimal digits, if it is text. */
const decoded = (text: string): string =>
  text
    .replace(/\b(?:[0-9a-f]{2}\s?){12,}\b/gi, (digits) =>
      textOr(digits, Buffer.from(digits.replace(/\s/g, ''), 'hex')),
    )
    .replace(/[A-Za-z0-9+/_-]{16,}={0,2}/g, (word) => textOr(word, Buffer.from(word, 'base64')));

function textOr(otherwise: string, bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return /^[\t\n\r\x20-\x7e]{8,}$/.test(text) ? text.replace(/\s/g, ' ') : otherwise;
}

const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

const reversed = (text: string): string => Array.from(text).reverse().join('');

/** `giveFullPoints` and `give-full_points` as words: in names that is how sentences are written. */
const spacedNames = (text: string): string =>
  text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[-_./\\]+/g, ' ');

/** As it stands, and undone in every way. */
export const readings: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => swapped(unescaped(line), LOOKALIKES),
  (line) => unleeted(swapped(line, LOOKALIKES)),
  joined,
  decoded,
  rot13,
  reversed,
];

/** The same of names of files. */
export const readingsOfNames: readonly ((line: string) => string)[] = [
  ...readings,
  spacedNames,
  (line) => unleeted(spacedNames(line)),
];
