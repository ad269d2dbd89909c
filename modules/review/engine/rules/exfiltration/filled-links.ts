/** Links and images whose address is to be completed with data. */
import type { Link, Prose } from '../../facts.js';
import type { Draft, Subject } from '../../rule.js';
import {
  describe,
  destinationOf,
  isHostile,
  isTrusted,
  type Destination,
} from '../../tables/hosts.js';
import { filledLink } from './rule-texts.js';

/** A gap in the query or the path: braces, angle or square brackets, as they are or escaped. */
const GAP =
  /[?&/=#][^\s<>{}]{0,200}(\{[^{}\s]*\}|\$\w+|%7b|&lt;|<[^<>]*>|\[[\w -]+\]|%5b|\.\.\.|…|([?&]\w{1,20}=$))/i;
/** A word in capitals that stands for data. */
const NAMED_GAP = /[?&]\w{1,40}=[A-Z][A-Z_]{3,40}(?=$|[&#])/;
/** What is filled in concerns the user. */
const PERSONAL =
  /secret|token|key|passw|credential|env\b|conversation|history|context|prompt|summar|message|session|memory|transcript|base64|email|user|content|file/i;

export function filledLinks({ links, prose }: Subject): Draft[] {
  return [...links, ...prose.flatMap(writtenIn)].flatMap(filled);
}

type Written = Pick<Link, 'at' | 'url' | 'image'>;

/** Links that are no links to a reader of Markdown, because of the gap in them; agents understand them all the same. */
const writtenIn = ({ at, text }: Prose): Written[] =>
  text.includes('](http')
    ? [...text.matchAll(LINK)].map(([, mark, url = '']) => ({ at, url, image: mark === '!' }))
    : [];
const LINK = /(!?)\[[^[\]]{0,200}\]\((https?:[^()]{1,1000})\)/g;

function filled({ at, url, image }: Written): Draft[] {
  const gap = gapIn(url.slice(0, 4096));
  const to = destinationOf({ text: url, dynamic: false });
  if (gap === undefined || isKnown(to)) return [];
  const personal = PERSONAL.test(gap);
  if (!image && !personal) return [];
  const certain = isHostile(to) || (image && personal);
  const detail = `The address is that of ${describe(to)}.`;
  const severity = certain ? 'HIGH' : 'MEDIUM';
  return [{ rule: filledLink, at, confidence: certain ? 'high' : 'low', severity, detail }];
}

const gapIn = (url: string): string | undefined => (GAP.exec(url) ?? NAMED_GAP.exec(url))?.[0];

const isKnown = (to: Destination): boolean =>
  isTrusted(to) || to.kind === 'placeholder' || to.host === '';
