import { describe, expect, it } from '@jest/globals';
import { hasScreen } from './browser.js';

describe('a browser is started', () => {
  it.each([
    [{}, 'darwin', true],
    [{}, 'win32', true],
    [{}, 'linux', false],
    [{ DISPLAY: ':0' }, 'linux', true],
    [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true],
    [{ WSL_DISTRO_NAME: 'Debian' }, 'linux', true],
    [{ DISPLAY: 'localhost:10.0', SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, 'linux', false],
    [{ SSH_TTY: '/dev/pts/0' }, 'darwin', false],
    [{ SVC_NO_BROWSER: '1' }, 'darwin', false],
    [{ SVC_NO_BROWSER: '' }, 'darwin', true],
  ])('with %j on %s: %s', (env, system, expected) => {
    expect(hasScreen(env, system)).toBe(expected);
  });
});
