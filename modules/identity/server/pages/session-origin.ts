import type { PageRequest } from '../../../web/contract/index.js';
import type { SessionOrigin } from '../accounts/sessions.js';
import { browserName } from './browser-name.js';

/** The origin of a session that starts on a page: the browser and its network address. */
export function originOfPage({
  userAgent,
  address,
}: Pick<PageRequest, 'userAgent' | 'address'>): SessionOrigin {
  return { kind: 'page', client: browserName(userAgent), address };
}
