import { buildExtension, type Extensions } from 'svc-registry/kernel';
import { once } from '../../../toolbox/once.js';
import { sessionsPoint, type BrowserSessions, type SessionPages } from '../contract/index.js';

/** The sessions of the module that manages accounts; without one, every visitor is anonymous. */
export class Sessions {
  readonly pages: SessionPages | undefined;
  readonly load: () => Promise<BrowserSessions | undefined>;

  constructor(extensions: Extensions) {
    const [extension] = extensions.of(sessionsPoint);
    this.pages = extension?.data;
    this.load = once(async () => (extension === undefined ? undefined : buildExtension(extension)));
  }
}
