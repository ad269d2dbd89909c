import type { PageRequest } from '../../../web/contract/index.js';
import type { SessionOrigin } from '../accounts/sessions.js';
import { browserName } from './browser-name.js';

/** Whoever signs in at a page does so with this browser. */
export function originOfPage({ userAgent, address }: Pick<PageRequest, 'userAgent' | 'address'>): SessionOrigin {
  return { kind: 'page', client: browserName(userAgent), address };
}
