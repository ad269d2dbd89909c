import { entropyOf, isPlaceholder, isTyped } from './placeholder.js';

/** A value that looks like a secret and is assigned to a name for secrets. */
export interface Assigned {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const NAME =
  '(?:api|access|auth|account|bot|client|encryption|master|private|secret|service|session|signing)[_-]?(?:key|token|secret)';
const ASSIGNMENT = new RegExp(
  `(?<name>${NAME}|passwd|password|passphrase|secret|token|credentials?)["'\\])]{0,3}[ \\t]{0,4}(?:=>|:=|=|:)[ \\t]{0,4}(?<quote>["'\`]?)(?<value>[^\\s"'\`,;<>(){}]{12,200})`,
  'gi',
);
/** Names that mention secrets but hold none. */
const AFTER = /(?:url|uri|path|file|name|id|hash|endpoint|type|length|count|limit)$/i;
/** Entropy of generated values, at least, in bits for each character. */
const RANDOM = 3.3;
const NOT_SECRET =
  /^(?:https?:|\/|\.|~|sha\d+[-:]|[a-f0-9]{8}-[a-f0-9]{4}-|[\w.-]+\.(?:com|org|io|dev|json|ts|js|py|md)\b)|^[A-Z_]+$|^[a-z]+(?:[-_.][a-z]+)*$/;

const CHOSEN =
  /(?<![\w-])(?:\w{0,30}[_-])?(?:passwd|password|passphrase|pwd)["'\]]{0,2}[ \t]{0,4}(?:=>|:=|=|:)[ \t]{0,4}(["'])(?<value>[^\s"'{}<>$()]{8,60})\1/gi;

/** Passwords that somebody chose and wrote into a program, in quotation marks. */
export function* chosenIn(text: string): Iterable<Assigned> {
  for (const { groups, index, 0: match } of text.matchAll(CHOSEN)) {
    const { value = '' } = groups ?? {};
    const mixed = /[a-z]/i.test(value) && /\d/.test(value);
    if (mixed && !isPlaceholder(value) && !NOT_SECRET.test(value))
      yield {
        name: 'password',
        from: index + match.length - value.length - 1,
        to: index + match.length - 1,
      };
  }
}

/** Every such value, in the order of the text. */
export function* assignedIn(text: string): Iterable<Assigned> {
  for (const { groups, index, 0: match } of text.matchAll(ASSIGNMENT)) {
    const { name = '', value = '' } = groups ?? {};
    if (!looksRandom(value) || AFTER.test(name)) continue;
    yield { name, from: index + match.length - value.length, to: index + match.length };
  }
}

const HEADER =
  /authorization["'\]]{0,2}[ \t]{0,4}[:=,][ \t]{0,4}[\w]{0,2}["'`]{0,3}(?:bearer|token|apikey|api-key)[ \t]+(?<value>[\w.~+/=-]{20,200})/gi;

/** Values after `Authorization: Bearer`. */
export function* bearersIn(text: string): Iterable<Assigned> {
  for (const { groups, index, 0: match } of text.matchAll(HEADER)) {
    const { value = '' } = groups ?? {};
    const to = index + match.length;
    if (looksRandom(value)) yield { name: 'authorization', from: to - value.length, to };
  }
}

/** Letters and digits mixed without any order, as generators make them. */
function looksRandom(value: string): boolean {
  if (NOT_SECRET.test(value) || isPlaceholder(value) || isTyped(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length;
  const words = /[a-z]{4,}[A-Z][a-z]{3,}|[.(\[]\w/.test(value);
  return (
    kinds >= 2 && /\d/.test(value) && !words && entropyOf(value) >= Math.min(RANDOM, enough(value))
  );
}

/** Short values cannot have as many different characters. */
const enough = (value: string): number => Math.log2(value.length) - 0.6;
