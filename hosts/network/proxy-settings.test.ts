import { describe, expect, it } from '@jest/globals';
import { proxyChoice } from './proxy-settings.js';

const chosen = (env: Readonly<Record<string, string>>, target: string) =>
  proxyChoice(env)(new URL(target))?.origin;

describe('proxyChoice', () => {
  it.each<
    readonly [string, Readonly<Record<string, string>>, readonly [target: string, proxy?: string]]
  >([
    ['HTTPS_PROXY for https', { HTTPS_PROXY: 'http://p:1' }, ['https://a.test', 'http://p:1']],
    ['HTTPS_PROXY not for http', { HTTPS_PROXY: 'http://p:1' }, ['http://a.test']],
    ['HTTP_PROXY not for https', { HTTP_PROXY: 'http://p:1' }, ['https://a.test']],
    ['HTTP_PROXY for http', { HTTP_PROXY: 'http://p:1' }, ['http://a.test', 'http://p:1']],
    [
      'the lower-case name first',
      { https_proxy: 'http://low:1', HTTPS_PROXY: 'http://up:1' },
      ['https://a.test', 'http://low:1'],
    ],
    [
      'an empty one counts as not set',
      { https_proxy: '', HTTPS_PROXY: 'http://up:1' },
      ['https://a.test', 'http://up:1'],
    ],
    [
      'a request of a web server names no proxy',
      { REQUEST_METHOD: 'GET', HTTP_PROXY: 'http://p:1' },
      ['http://a.test'],
    ],
    [
      'its user still does',
      { REQUEST_METHOD: 'GET', http_proxy: 'http://p:1' },
      ['http://a.test', 'http://p:1'],
    ],
    [
      'without a scheme',
      { HTTPS_PROXY: 'proxy.test:3128' },
      ['https://a.test', 'http://proxy.test:3128'],
    ],
    [
      'without its credentials',
      { HTTPS_PROXY: 'https://u:p@proxy.test/x' },
      ['https://a.test', 'https://proxy.test'],
    ],
  ])('%s', (_what, env, [target, proxy]) => {
    expect(chosen(env, target)).toBe(proxy);
  });

  it.each([
    ['http://me:s%3Acret%25@p:1', 'me:s:cret%'],
    ['http://me@p:1', 'me:'],
  ])('reads user and password of %s', (value, expected) => {
    const { authorization = '' } =
      proxyChoice({ HTTPS_PROXY: value })(new URL('https://a.test')) ?? {};
    expect(Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()).toBe(expected);
  });

  it.each(['socks5://u:hush@p:1', 'http://u:hush@', 'http://u:hush%@p:1', 'http://u:hush@p:99999'])(
    'refuses %s without showing it',
    (value) => {
      const refused = () => proxyChoice({ https_proxy: value });
      expect(refused).toThrow(
        expect.objectContaining({
          code: 'invalid_input',
          message: expect.stringMatching(/^https_proxy /) as unknown,
        }),
      );
      expect(refused).not.toThrow('hush');
    },
  );
});

describe('what is reached without a proxy', () => {
  const isException = (NO_PROXY: string, target: string) =>
    chosen({ HTTP_PROXY: 'http://p:1', HTTPS_PROXY: 'http://p:1', NO_PROXY }, target) === undefined;

  it.each([
    ...[
      'http://localhost:1',
      'https://LOCALHOST',
      'http://a.localhost',
      'http://127.0.0.1',
      'http://127.9.9.9:80',
      'http://[::1]:4873',
    ],
    ...[
      'http://2130706433',
      'http://[::ffff:127.0.0.1]',
      'http://0.0.0.0:1',
      'http://[::]:1',
      'http://localhost.',
    ],
  ])('this machine, as %s', (target) => {
    expect(isException('', target)).toBe(true);
  });

  it.each([
    ['a.test', 'https://a.test', true],
    ['a.test', 'https://deep.b.a.test:8443', true],
    ['a.test', 'https://nota.test', false],
    ['.a.test', 'https://a.test', true],
    ['*.a.test', 'https://b.a.test', true],
    ['A.TEST', 'https://a.test', true],
    ['a.test', 'https://a.test.evil.test', false],
    ['a.test:8443', 'https://a.test:8443', true],
    ['a.test:8443', 'https://a.test', false],
    ['a.test:443', 'https://a.test', true],
    ['a.test:80', 'http://a.test', true],
    ['x, a.test  y', 'http://a.test', true],
    ['*', 'http://a.test', true],
    ['x,*', 'http://a.test', true],
    ['10.0.0.0/8', 'http://10.1.2.3', true],
    ['10.0.0.0/8', 'http://11.1.2.3', false],
    ['10.0.0.0/8', 'http://10.a.test', false],
    ['10.0.0.0/99', 'http://10.1.2.3', false],
    ['192.168.1.5', 'http://192.168.1.5', true],
    ['192.168.1.5', 'http://192.168.1.50', false],
    ['fd00::/8', 'http://[fd12::1]', true],
    ['[fd12::1]:80', 'http://[fd12::1]', true],
    ['[fd12::1]:81', 'http://[fd12::1]', false],
    ['fd12::1', 'http://[fd12::1]', true],
    ['', 'http://a.test', false],
    [',:,:80,[,a:b:c', 'http://a.test', false],
  ])('NO_PROXY=%s %s: %s', (value, target, expected) => {
    expect(isException(value, target)).toBe(expected);
  });

  it('the lower-case name counts first', () => {
    const env = { HTTPS_PROXY: 'http://p:1', no_proxy: 'b.test', NO_PROXY: 'a.test' };
    expect(chosen(env, 'https://a.test')).toBe('http://p:1');
    expect(chosen(env, 'https://b.test')).toBeUndefined();
  });
});
