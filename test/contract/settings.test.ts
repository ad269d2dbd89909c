import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from '@jest/globals';
import { settingsPoint } from 'svc-registry/kernel';
import { startTestHost } from 'svc-registry/testing';
import { builtInModules } from '../../hosts/testing/built-in-modules.js';
import { unknownSettings } from '../../hosts/unknown-settings.js';

const root = join(import.meta.dirname, '..', '..');
const files = globSync(['{kernel,toolbox,modules,hosts}/**/*.ts', 'modules/**/*.mjs'], {
  cwd: root,
  // the engine of reviews names what the programs under review read
  ignore: ['**/*.test.ts', 'kernel/testing/**', 'modules/review/engine/**'],
});
const isDeclaration = (file: string): boolean => /\/contract\/settings\.ts$/.test(file);
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
const sources = files
  .filter((file) => !isDeclaration(file))
  .map((file) => ({ file, text: withoutComments(readFileSync(join(root, file), 'utf8')) }));

const modules = await builtInModules();
const declared = new Map(
  modules.flatMap(({ contributes = [] }) =>
    contributes
      .filter(({ point }) => point === settingsPoint.id)
      .map(({ id, data }) => [id, data as NonNullable<typeof settingsPoint.__data>]),
  ),
);

/** Names that begin so and are no settings. */
const others = new Set([
  'SVC_PLUGIN_DIR',
  'SVC_PROJECT_DIR',
  'SVC_AGENT',
  'SVC_AGENT_SESSION',
  'SVC_HOOK_EVENT',
  'SVC_FOLDER',
]);

/** What the environment says about the machine rather than about us. */
const facts = new Set([
  ...['PATH', 'Path', 'HOME', 'USERPROFILE', 'PWD', 'REQUEST_METHOD'],
  ...['COLUMNS', 'TERM', 'LC_ALL', 'LC_CTYPE', 'LANG', 'SHELL', 'ZSH_NAME', 'TMPDIR'],
]);

/** The variables that git reads; the proxies' names in lower case are there beside those that are declared. */
const gits = new Set([
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSL_CAINFO',
  'GIT_CONFIG_COUNT',
  'http_proxy',
  'no_proxy',
]);

/** What coding agents tell the programs that they start, and where they keep their files; what agents for tests are told. */
const agents = /^(CLAUDE|CODEX|COPILOT|CURSOR|GEMINI|ORACLE|REPLAY)_/;

const found = (pattern: RegExp, among = sources): Map<string, string> =>
  new Map(
    among.flatMap(({ file, text }) =>
      [...text.matchAll(pattern)].map((match) => [match[1] ?? '', file]),
    ),
  );

/** The fields of sessions, each with the variables that set it: they are read by this table. */
const tableOfFields = sources.filter(({ file }) => file.startsWith('modules/lnk/config/fields/'));

describe('settings', () => {
  it('that the sources name are declared', () => {
    const named = found(/\b(SVC_[A-Z][A-Z_]*[A-Z])\b/g);
    expect(named.size).toBeGreaterThan(15);
    expect([...named].filter(([name]) => !declared.has(name) && !others.has(name))).toEqual([]);
  });

  // `feature.env` is a section of the configuration of lnk, `decide-env.js` a file
  const read = found(/(?<!\bfeature\.|-)\benv(?:\.|\[')([A-Za-z][A-Za-z_]*)\b/g);

  it('that the sources read are declared, or say how the machine is', () => {
    expect(read.size).toBeGreaterThan(15);
    expect(
      [...read].filter(
        ([name]) =>
          !declared.has(name) && !facts.has(name) && !gits.has(name) && !agents.test(name),
      ),
    ).toEqual([]);
  });

  it('that are declared are read', () => {
    const listed = found(/'([A-Z]+_PROXY)'/g);
    const inTable = found(/\b([A-Z][A-Z\d_]+)\b/g, tableOfFields);
    expect(
      [...declared.keys()].filter(
        (name) => !read.has(name) && !listed.has(name) && !inTable.has(name),
      ),
    ).toEqual([]);
  });

  it.each([...declared])(
    '%s says what it means, in one line',
    (_name, { summary, default: fallback = '' }) => {
      expect(summary).toMatch(/^\S.*[^.\s]$/);
      expect(summary + fallback).not.toContain('\n');
    },
  );

  it('are secret where they hold a password or a token', () => {
    const secrets = [...declared].filter(([name]) =>
      /TOKEN|CODE|DATABASE_URL|HTTPS?_PROXY/.test(name),
    );
    expect(secrets.length).toBeGreaterThan(4);
    expect(secrets.filter(([, { secret }]) => secret !== true)).toEqual([]);
  });

  it('without effect are named, with what was probably meant', async () => {
    const host = await startTestHost({ modules });
    const env = {
      SVC_DATABSE_URL: 'x',
      SVC_NONSENSE_OF_ITS_OWN: '',
      SVC_URL: 'x',
      SVC_TEST_ANYTHING: 'x',
      OTHER: 'x',
      SVC_PLUGIN_DIR: 'x',
      SVC_HOOK_EVENT: 'Stop',
      SVC_AGENT_SESSION: '{}',
    };
    expect(unknownSettings(env, host.kernel)).toEqual([
      { name: 'SVC_DATABSE_URL', meant: 'SVC_DATABASE_URL' },
      { name: 'SVC_NONSENSE_OF_ITS_OWN' },
    ]);
    await host.stop();
  });
});
