import { buildExtension, type Extensions } from 'svc-registry/kernel';
import { sessionsPoint, type BrowserSessions, type SessionPages } from '../contract/index.js';

/** The sessions of the module that manages accounts; without one, every visitor is anonymous. */
export class Sessions {
  readonly pages: SessionPages | undefined;
  private loaded: Promise<BrowserSessions | undefined> | undefined;

  constructor(private readonly extensions: Extensions) {
    this.pages = extensions.of(sessionsPoint)[0]?.data;
  }

  load(): Promise<BrowserSessions | undefined> {
    return (this.loaded ??= this.build());
  }

  private async build(): Promise<BrowserSessions | undefined> {
    const [extension] = this.extensions.of(sessionsPoint);
    return extension === undefined ? undefined : buildExtension(extension);
  }
}
