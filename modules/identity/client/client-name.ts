import { hostname } from 'node:os';
import { VISIBLE } from '../contract/name-rules.js';

const MAX_LENGTH = 100;

/** The name of this program in the list of sessions and on the page that approves its sign-in. */
export function clientName(): string {
  const host = Array.from(hostname()).filter((character) => VISIBLE.test(character));
  return `svc on ${host.join('') || 'a machine'}`.slice(0, MAX_LENGTH);
}
