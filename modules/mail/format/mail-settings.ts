import { serviceKey, type HostInfo } from 'svc-registry/kernel';
import { parsedUrl } from '../../../toolbox/parsed-url.js';
import { badSetting } from '../../persistence/contract/errors.js';

export interface MailSettings {
  /** With the credentials: never shown. */
  readonly url: string;
  /** Nothing is sent without TLS. */
  readonly requireTLS: boolean;
  readonly from: { readonly name: string; readonly address: string };
}

export const mailSettingsKey = serviceKey<MailSettings | undefined>('mail.settings');

/** Options of nodemailer that may follow the `?` of an address, and their values. Others could print what is sent, or send it elsewhere. */
const options: readonly (readonly [RegExp, RegExp])[] = [
  [/^(requireTLS|ignoreTLS|opportunisticTLS|tls\.rejectUnauthorized)$/, /^(true|false)$/],
  [/^(connection|greeting|socket|dns)Timeout$/, /^[1-9]\d{0,6}$/],
  [/^(name|localAddress|authMethod|tls\.(servername|minVersion|ciphers))$/, /^[^\r\n]+$/],
];
/** Nothing behind the host but options: a password with other characters would end there. */
const ADDRESS = /^smtps?:\/\/[^/?#]+\/?(\?[^#]*)?$/;
const SAID_OF_TLS = /[?&](requireTLS|ignoreTLS|opportunisticTLS)=/;
const HERE = /^(localhost|127(\.\d+){3}|\[::1\])$/i;
const FROM = /^"?([^<>"\p{Cc}]*)"? *<([^\s<>@,]+@[^\s<>@,]+)>$/u;

/** The settings of mails; `undefined` where none are sent. An empty value counts as not set. Throws `bad_setting`, which repeats no value. */
export function mailSettings(env: HostInfo['env']): MailSettings | undefined {
  const url = env['SVC_SMTP_URL'] || undefined;
  if (url === undefined) return undefined;
  return { url, requireTLS: needsTls(parsed(url)), from: sender(env['SVC_MAIL_FROM'] ?? '') };
}

function parsed(text: string): URL {
  const url = parsedUrl(text);
  if (url === undefined || !ADDRESS.test(url.href)) throw badUrl('it names no mail server');
  for (const [name, value] of url.searchParams)
    if (!options.some(([names, values]) => names.test(name) && values.test(value)))
      throw badUrl('an option in it is not known, or has a value that it cannot have');
  return url;
}

const needsTls = ({ username, password, hostname, search }: URL): boolean =>
  username + password !== '' && !HERE.test(hostname) && !SAID_OF_TLS.test(search);

const badUrl = (why: string): Error =>
  badSetting({
    name: 'SVC_SMTP_URL',
    why,
    hint: 'Write smtp://user:password@mail.example.com:587, and in a password %40 for @, %2F for /, %3F for ?, %23 for #. Without it, no mails are sent.',
  });

function sender(text: string): MailSettings['from'] {
  const [, name = '', address] = FROM.exec(text.includes('<') ? text : `<${text}>`) ?? [];
  if (address !== undefined) return { name: name.trim(), address };
  throw badSetting({
    name: 'SVC_MAIL_FROM',
    why: text === '' ? 'it is not set, but SVC_SMTP_URL is' : 'it is no address of mail',
    hint: 'Write svc@example.com, or Plugins <svc@example.com>.',
  });
}
