import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { secureContext } from './certificate-authorities.js';

const real = rootCertificates[0] ?? '';

describe('SVC_CA_FILE', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-ca-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const given = async (content: string | Uint8Array) => {
    const SVC_CA_FILE = join(folder, 'ca.pem');
    await writeFile(SVC_CA_FILE, content);
    return secureContext({ SVC_CA_FILE });
  };

  it('is not needed', async () => {
    expect(await secureContext({})).toBeUndefined();
    expect(await secureContext({ SVC_CA_FILE: '' })).toBeUndefined();
  });

  it.each([
    ['one certificate', real],
    ['several, with words between', `# ours\n${real}\n\nand another\n${rootCertificates[1] ?? ''}`],
    ['lines of Windows', real.replaceAll('\n', '\r\n')],
    ['a key beside it', `-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n${real}`],
  ])('takes %s', async (_what, text) => {
    expect(await given(text)).toBeDefined();
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['nothing', '', /contains no certificate in PEM form/],
    [
      'DER',
      Buffer.from(real.replace(/-----.*-----/g, ''), 'base64'),
      /contains no certificate in PEM form/,
    ],
    [
      'a key alone',
      '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
      /contains no certificate/,
    ],
    ['a cut certificate', real.slice(0, 300), /contains no certificate/],
    [
      'a damaged one',
      `${real}\n${real.replace(/\n[^\n]+\n/, '\nAAAA\n')}`,
      /certificate 2 of 2 in it is damaged/,
    ],
  ])('refuses %s', async (_what, content, why) => {
    const message = expect.stringMatching(why) as unknown;
    const hint = expect.stringMatching(/BEGIN CERTIFICATE/) as unknown;
    await expect(given(content)).rejects.toMatchObject({ code: 'invalid_input', message, hint });
    await expect(given(content)).rejects.toThrow(join(folder, 'ca.pem'));
  });

  it.each([
    ['gone.pem', 'there is no such file'],
    ['.', 'it is a folder'],
  ])('refuses %s: %s', async (name, why) => {
    await expect(secureContext({ SVC_CA_FILE: join(folder, name) })).rejects.toThrow(why);
  });
});
