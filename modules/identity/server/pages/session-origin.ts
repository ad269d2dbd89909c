import type { PageRequest } from '../../../web/contract/index.js';
import type { SessionOrigin } from '../accounts/sessions.js';
import { browserName } from './browser-name.js';

/** Where a session comes from that begins at a page: the browser and its address. */
export function originOfPage({
  userAgent,
  address,
}: Pick<PageRequest, 'userAgent' | 'address'>): SessionOrigin {
  return { kind: 'page', client: browserName(userAgent), address };
}
