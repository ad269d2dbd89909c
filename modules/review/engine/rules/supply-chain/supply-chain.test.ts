import { expect, test } from '@jest/globals';
import { withRoles } from '../../../../registry/format/file-roles.js';
import { analyse } from '../../analyse.js';
import { at, scriptUnit, subjectOf } from '../../testing/facts.js';
import type { Fact } from '../../facts.js';
import { resemblance } from './similar-names.js';
import { supplyChainChecks } from './supply-chain.js';

async function found(path: string, text: string): Promise<readonly string[]> {
  const files = withRoles([{ path, mode: 0o644, content: Buffer.from(text) }]);
  const { findings } = await analyse(files);
  return findings
    .filter(({ category }) => category === 'supply-chain')
    .map(({ rule, severity, line }) => `${severity} ${rule.slice('supply-chain/'.length)} ${line}`);
}

type Install = Extract<Fact, { kind: 'install' }>;

async function ofInstall(over: Partial<Install>, trigger?: string): Promise<readonly string[]> {
  const fact: Install = {
    kind: 'install',
    at: at(1, scriptUnit({ trigger })),
    manager: 'npm',
    package: 'express',
    pinned: false,
    runs: false,
    ...over,
  };
  const drafts = [];
  for (const one of supplyChainChecks)
    drafts.push(...(await one.check(subjectOf({ facts: [fact] }))));
  return drafts.map(({ rule, severity = rule.severity }) => `${severity} ${rule.id.slice(13)}`);
}

test('names one edit away from a popular one are imitations, known neighbours are not', () => {
  for (const [name, ecosystem] of [
    ['reqeusts', 'pypi'],
    ['requsts', 'pypi'],
    ['numpyy', 'pypi'],
    ['expres', 'npm'],
    ['lodahs', 'npm'],
    ['axi\u{43e}s', 'npm'],
    ['request\u{455}', 'pypi'],
  ] as const)
    expect([name, resemblance(name, ecosystem)?.how]).toEqual([
      name,
      /[^\x20-\x7e]/.test(name) ? 'letters' : 'one letter',
    ]);
  expect(resemblance('requests-python', 'pypi')).toEqual({ popular: 'requests', how: 'affix' });
  for (const [name, ecosystem] of [
    ['requests', 'pypi'],
    ['requests-toolbelt', 'pypi'],
    ['Scikit_Learn', 'pypi'],
    ['preact', 'npm'],
    ['colord', 'npm'],
    ['@scope/expres', 'npm'],
    ['my-own-package', 'npm'],
  ] as const)
    expect([name, resemblance(name, ecosystem)]).toEqual([name, undefined]);
});

test('imitations are found in commands and in manifests', async () => {
  expect(await ofInstall({ package: 'lodahs' })).toEqual(['HIGH similar-name']);
  expect(await ofInstall({ package: 'express' })).toEqual([]);
  expect(await found('requirements.txt', 'numpy==1.0\nreqeusts==2.0\n')).toEqual([
    'HIGH similar-name 2',
  ]);
  expect(await found('package.json', '{"dependencies": {\n"expresss": "1.0.0"}}')).toEqual([
    'HIGH similar-name 2',
  ]);
  const script = '# /// script\n# dependencies = [\n#   "pandass==2",\n# ]\n# ///\nprint(1)\n';
  expect(await found('a.py', script)).toEqual(['HIGH similar-name 3']);
});

test('what is fetched and run at each use should have a version', async () => {
  expect(await ofInstall({ package: 'some-server', runs: true })).toEqual(['LOW unpinned-run']);
  expect(await ofInstall({ package: 'some-server', runs: true }, 'tool server x')).toEqual([
    'MEDIUM unpinned-run',
  ]);
  expect(await ofInstall({ package: 'some-server', runs: true, pinned: true })).toEqual([]);
  expect(await ofInstall({ package: 'nobody-knows-it' })).toEqual(['LOW unknown-package']);
});

test('packages from anywhere are found, those of forges and registries weigh little', async () => {
  expect(await ofInstall({ package: 'x', from: 'http://45.9.148.10/x.tgz' })).toEqual([
    'HIGH foreign-source',
  ]);
  const text = (from: string): string => `{"dependencies": {"x": "${from}"}}`;
  expect(await found('package.json', text('https://cdn.unheard-of.net/x.tgz'))).toEqual([
    'MEDIUM foreign-source 1',
  ]);
  expect(await found('package.json', text('github:someone/thing'))).toEqual([
    'LOW foreign-source 1',
  ]);
  expect(await found('package.json', text(`github:someone/thing#${'a1'.repeat(20)}`))).toEqual([]);
  expect(await found('package.json', text('^1.2.3'))).toEqual([]);
  expect(
    await found(
      'pyproject.toml',
      '[project]\ndependencies = [\n"x @ https://a.unheard-of.net/x.whl"]',
    ),
  ).toEqual(['MEDIUM foreign-source 3']);
  expect(
    await found('go.mod', 'module a\nreplace x.org/y => git.unheard-of.net/y v1.0.0\n'),
  ).toEqual(['MEDIUM foreign-source 2']);
  expect(
    await found(
      'Cargo.toml',
      '[package]\nname = "a"\n[dependencies]\nx = { git = "https://git.unheard-of.net/x" }',
    ),
  ).toEqual(['MEDIUM foreign-source 4']);
});

test('other indexes are found, mirrors everybody knows are not', async () => {
  expect(
    await found(
      'requirements.txt',
      '--extra-index-url https://pkgs.unheard-of.net/simple\nnumpy\n',
    ),
  ).toEqual(['MEDIUM other-index 1']);
  expect(
    await found('requirements.txt', '--index-url https://download.pytorch.org/whl/cu121\ntorch\n'),
  ).toEqual([]);
  expect(await found('.npmrc', 'registry=http://185.220.101.5:4873/\n')).toEqual([
    'HIGH other-index 1',
  ]);
  expect(await found('.npmrc', '@a:registry=https://npm.pkg.github.com\n')).toEqual([]);
});

test('scripts that installing starts are found, usual ones are not', async () => {
  const scripts = (postinstall: string): string => JSON.stringify({ scripts: { postinstall } });
  expect(await found('package.json', scripts('node setup.js'))).toEqual([
    'MEDIUM lifecycle-script 1',
  ]);
  expect(await found('package.json', scripts('husky install'))).toEqual([]);
  expect(await found('package.json', '{"scripts": {"test": "node setup.js"}}')).toEqual([]);
});

test('lock files take packages from registries only', async () => {
  const lock = (resolved: string): string =>
    JSON.stringify({ packages: { 'node_modules/x': { resolved } } });
  expect(await found('package-lock.json', lock('https://npm.unheard-of.net/x.tgz'))).toEqual([
    'MEDIUM foreign-lock 1',
  ]);
  expect(await found('package-lock.json', lock('https://registry.npmjs.org/x/-/x.tgz'))).toEqual(
    [],
  );
});

test('remote references and changing images are found', async () => {
  expect(await found('a.yaml', 'rules:\n  $ref: https://cfg.unheard-of.net/rules.yaml\n')).toEqual([
    'LOW remote-reference 2',
  ]);
  expect(await found('a.yaml', 'x:\n  $ref: "#/components/x"\n')).toEqual([]);
  expect(await found('Dockerfile', 'FROM node:20-slim AS a\nFROM a\nFROM someone/thing\n')).toEqual(
    ['LOW mutable-image 3'],
  );
});
