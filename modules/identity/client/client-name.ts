import { hostname } from 'node:os';

const MAX_LENGTH = 100;

/** How this program is called in the list of sessions and on the page that approves its sign-in. */
export function clientName(): string {
  return `svc on ${hostname().replace(/\p{Cc}/gu, '') || 'a machine'}`.slice(0, MAX_LENGTH);
}
