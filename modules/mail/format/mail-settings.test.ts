import { describe, expect, it } from '@jest/globals';
import { mailSettings } from './mail-settings.js';

const FROM = 'svc@example.com';
const of = (url: string, from = FROM) => mailSettings({ SVC_SMTP_URL: url, SVC_MAIL_FROM: from });

describe('the settings of mails', () => {
  it.each([undefined, ''])('are off without a mail server', (url) => {
    expect(mailSettings({ SVC_SMTP_URL: url, SVC_MAIL_FROM: FROM })).toBeUndefined();
  });

  it.each([
    ['svc@example.com', '', 'svc@example.com'],
    ['<svc@example.com>', '', 'svc@example.com'],
    ['Our plugins <svc@example.com>', 'Our plugins', 'svc@example.com'],
    ['"Plugins, Inc." <svc@example.com>', 'Plugins, Inc.', 'svc@example.com'],
    ['Größe <größe@exämple.com>', 'Größe', 'größe@exämple.com'],
  ])('read the sender %s', (text, name, address) => {
    expect(of('smtp://mail.example.com', text)?.from).toEqual({ name, address });
  });

  it.each([
    'svc',
    'svc@example.com>',
    'svc@example.com, eve@example.com',
    'a@b@c',
    'Plugins svc@example.com',
    'x <svc@example.com> y',
    'x\r\nBcc: eve@example.com <svc@example.com>',
    '<svc@example.com\n>',
  ])('refuse the sender %j', (text) => {
    expect(() => of('smtp://mail.example.com', text)).toThrow('SVC_MAIL_FROM cannot be used: ');
  });

  it('need a sender', () => {
    expect(() => of('smtp://mail.example.com', '')).toThrow(
      'SVC_MAIL_FROM cannot be used: it is not set, but SVC_SMTP_URL is.',
    );
  });

  it.each([
    ['smtp://mail.example.com:25', false],
    ['smtps://svc:pass@mail.example.com', true],
    ['smtp://svc:pass@mail.example.com:587', true],
    ['smtp://svc:pass@mail.example.com:587/?greetingTimeout=1000', true],
    ['smtp://svc@127.0.0.2.example.com', true],
    ['smtp://svc:pass@mail.example.com?ignoreTLS=true', false],
    ['smtp://svc:pass@mail.example.com?name=x&requireTLS=false', false],
    ['smtp://svc:pass@mail.example.com?opportunisticTLS=true', false],
    ['smtp://svc:pass@localhost:2525', false],
    ['smtp://svc:pass@127.0.0.1', false],
    ['smtp://svc:pass@[::1]', false],
  ])('require TLS for a login elsewhere: %s', (url, requireTLS) => {
    expect(of(url)).toMatchObject({ url, requireTLS });
  });

  it.each([
    'hidden',
    'http://svc:hidden@mail.example.com',
    'smtp:',
    'smtp://',
    'smtp://svc:hidden@',
    // characters that end the password early
    'smtp://svc:hi#dden@mail.example.com',
    'smtp://svc:12#hidden@mail.example.com',
    'smtp://svc:12/hidden@mail.example.com',
    'smtp://svc:12?hidden@mail.example.com',
    // nodemailer would print what it sends, or send it elsewhere
    'smtp://svc:hidden@mail.example.com?logger=true',
    'smtp://svc:hidden@mail.example.com?debug=true',
    'smtp://svc:hidden@mail.example.com?sendmail=true',
    'smtp://svc:hidden@mail.example.com?url=smtp://hidden',
    'smtp://svc:hidden@mail.example.com?__proto__=hidden',
    'smtp://svc:hidden@mail.example.com?requiretls=true',
    'smtp://svc:hidden@mail.example.com?requireTLS=hidden',
    'smtp://svc:hidden@mail.example.com?socketTimeout=hidden',
  ])('refuse %s, and repeat nothing of it', (url) => {
    expect(() => of(url)).toThrow(
      expect.objectContaining({
        code: 'bad_setting',
        message: expect.stringMatching(/^SVC_SMTP_URL cannot be used: (?!.*(hidden|dden))/),
        hint: expect.not.stringContaining('hidden'),
      }),
    );
  });
});
