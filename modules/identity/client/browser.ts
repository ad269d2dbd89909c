import { platform } from 'node:os';
import { inject, injectable } from 'tsyringe';
import { hostKey, serviceKey, type HostInfo } from 'svc-registry/kernel';

type Env = Readonly<Record<string, string | undefined>>;

const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0';

/** Whether a browser started here would appear on the user's screen. */
export function hasScreen(env: Env, system: string): boolean {
  const [elsewhere, screens] = [
    ['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'],
    ['DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME'],
  ];
  if (isSet(env['SVC_NO_BROWSER']) || elsewhere.some((name) => isSet(env[name]))) return false;
  return system === 'darwin' || system === 'win32' || screens.some((name) => isSet(env[name]));
}

/** The user's browser. */
export interface Browser {
  /** Opens the page if possible; returns whether it was attempted. */
  open(address: URL): Promise<boolean>;
}

export const browserKey = serviceKey<Browser>('identity.browser');

@injectable()
export class SystemBrowser implements Browser {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  async open(address: URL): Promise<boolean> {
    if (!hasScreen(this.host.env, platform())) return false;
    try {
      const { default: open } = await import('open');
      const browser = await open(address.href);
      // the browser may still fail after its start; the user can always open the printed address
      browser.on('error', (err) => {
        this.host.log.debug({ err }, 'the browser failed');
      });
      return true;
    } catch (err) {
      this.host.log.debug({ err }, 'no browser could be started');
      return false;
    }
  }
}
