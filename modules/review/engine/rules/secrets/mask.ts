import { assignedIn } from './assignments.js';
import { JSON_WEB_TOKEN, tokensIn } from './tokens.js';

/** Characters that remain, so that people recognise which secret is meant. */
const KEPT = 4;
const KEY = /(-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,6}-----)(?:(?!-----END)[^])*/g;
const PASSWORD = /(:\/\/[^\s:/@]{0,200}:)[^\s/@]{1,200}@/g;
const AUTHORIZATION = /\b((?:bearer|basic|token) )([\w+/.=~-]{16,})/gi;

/** A secret as it may be shown. */
export const maskedSecret = (secret: string): string => `${secret.slice(0, KEPT)}…`;

/** The text with secrets masked; as long as before, or shorter. */
export function maskSecrets(text: string): string {
  const spans: { from: number; to: number }[] = [...tokensIn(text)];
  for (const { 0: match, index } of text.matchAll(JSON_WEB_TOKEN))
    spans.push({ from: index, to: index + match.length });
  for (const { from, to } of assignedIn(text)) spans.push({ from, to });
  spans.sort((one, other) => one.from - other.from || other.to - one.to);
  let masked = '';
  let at = 0;
  for (const { from, to } of spans) {
    if (from < at) continue;
    masked += `${text.slice(at, Math.min(from + KEPT, to))}…`;
    at = to;
  }
  return `${masked}${text.slice(at)}`
    .replace(KEY, '$1…')
    .replace(PASSWORD, '$1…@')
    .replace(
      AUTHORIZATION,
      (_, scheme: string, value: string) => `${scheme}${value.slice(0, KEPT)}…`,
    );
}
