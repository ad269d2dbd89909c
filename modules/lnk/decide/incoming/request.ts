import { invalidInput } from 'svc-registry/kernel';
import { quoted } from '../../quoted.js';

/** An HTTP request that somebody asks about. What is not known is absent. */
export interface Request {
  /** Each as `Name: value`. */
  readonly headers: readonly string[];
  /** With its query. */
  readonly path?: string;
  readonly method?: string;
}

/** A header, or one of the pseudo-headers of HTTP/2, which begin with a colon. */
const HEADER = /^(:?[\w!#$%&'*+.^`|~-]+)[ \t]*:[ \t]*([^\0\r\n]*?)[ \t]*$/;

const PSEUDO = [':method', ':path', ':scheme', ':authority'];

const FORM =
  'Write each header as `Name: value`, the path as `:path: /orders?id=1` and the method as `:method: GET`.';

/** Parses texts such as `X-User: me` and `:path: /orders`. Throws one `invalid_input` for all that are no headers. */
export function readRequest(texts: readonly string[]): Request {
  const parts = texts.map((text) => HEADER.exec(text));
  const wrong = texts.filter((_, index) => !isHeader(parts[index]?.[1]));
  if (wrong.length > 0)
    throw invalidInput(
      {
        what: `${wrong.map(quoted).join(', ')}: ${wrong.length === 1 ? 'this is not a header' : 'these are not headers'}.`,
        hint: FORM,
      },
      {
        issues: wrong.map((text) => ({
          field: 'header',
          message: `${quoted(text)} is not a header`,
        })),
      },
    );
  const pairs = parts.map((part) => [part?.[1] ?? '', part?.[2] ?? ''] as const);
  const pseudo = new Map(pairs.filter(([name]) => name.startsWith(':')));
  const path = pseudo.get(':path');
  const method = pseudo.get(':method');
  return {
    headers: pairs
      .filter(([name]) => !name.startsWith(':'))
      .map(([name, value]) => `${name}: ${value}`),
    ...(path !== undefined && { path }),
    ...(method !== undefined && { method }),
  };
}

const isHeader = (name: string | undefined): boolean =>
  name !== undefined && (!name.startsWith(':') || PSEUDO.includes(name));
