import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** A tree in which every rule of `.dependency-cruiser.mjs` is broken: file, what it contains, the rule it breaks. */
const PLANTED: readonly (readonly [file: string, source: string, rule?: string])[] = [
  ['kernel/api/index.ts', `export const defined = 1;`],
  ['kernel/dto/index.ts', `export const decorated = 1;`],
  ['kernel/testing/index.ts', `export const started = 1;`],
  ['kernel/di/container.ts', `import 'tsyringe';`],
  ['kernel/api/heavy.ts', `import 'semver';`, 'api-imports-nothing'],
  ['kernel/names-module.ts', `import '../modules/a/contract/index.js';`, 'kernel-knows-no-domain'],
  ['kernel/other-container.ts', `import 'tsyringe';`, 'container-behind-di'],
  ['toolbox/domain.ts', `import '../kernel/api/index.js';`, 'toolbox-knows-nothing'],
  ['toolbox/heavy.ts', `import 'semver';`, 'toolbox-loads-on-demand'],
  ['kernel/first.ts', `import './second.js';`, 'no-cycles'],
  ['kernel/second.ts', `import './first.js';`],
  ['kernel/uses-test.ts', `import '../test/fake.js';`, 'product-code-needs-no-tests'],
  ['kernel/uses-dev.ts', `import 'fast-check';`, 'not-to-dev-dependencies'],
  ['kernel/uses-nothing.ts', `import './nowhere.js';`, 'resolvable'],
  ['test/fake.ts', `export const fake = 1;`],
  ['hosts/cli/domain.ts', `import '../../modules/a/contract/index.js';`, 'hosts-know-no-domain'],
  ['hosts/cli/eager.ts', `import '../../modules/a/module.js';`, 'declarations-load-on-demand'],
  ['hosts/cli/web.ts', `import 'express';`, 'web-server-in-its-host-only'],
  ['hosts/mcp/words.ts', `import 'yargs';`, 'yargs-in-its-host-only'],
  ['hosts/hook/heavy.ts', `import '../cli/eager.js';`, 'hook-host-runs-hooks-only'],
  ['modules/hooks/client/runner/heavy.ts', `import 'semver';`, 'hook-runner-is-light'],
  [
    'modules/a/module.ts',
    `export default { id: 'a', requires: ['persistence'] }; import './server/index.js';`,
    'facets-load-on-demand',
  ],
  ['modules/a/contract/index.ts', `export const a = 1;`],
  ['modules/a/contract/heavy.ts', `import 'semver';`, 'contracts-stay-light'],
  ['modules/a/server/index.ts', `import '../client/index.js';`, 'server-never-reaches-the-client'],
  ['modules/a/server/driver.ts', `import 'pg';`, 'drivers-in-persistence-only'],
  [
    'modules/a/server/inside.ts',
    `import '../../../kernel/di/container.js';`,
    'modules-see-the-api-only',
  ],
  [
    'modules/a/server/path.ts',
    `import '../../../kernel/api/index.js';`,
    'kernel-by-its-package-name',
  ],
  [
    'modules/a/server/inside.test.ts',
    `import '../../../kernel/di/container.js';`,
    'tests-of-modules-see-the-api-and-testing',
  ],
  [
    'modules/a/server/other.ts',
    `import '../../persistence/server/index.js';`,
    'contracts-between-modules',
  ],
  ['modules/a/client/index.ts', `import './through.js';`, 'no-server-on-the-client'],
  ['modules/a/client/through.ts', `import '../server/driver.js';`],
  [
    'modules/a/client/tables.ts',
    `import '../../persistence/contract/db.js';`,
    'tables-are-for-servers',
  ],
  ['modules/a/client/orm.ts', `import 'typeorm';`, 'orm-on-the-server-only'],
  ['modules/b/module.ts', `export default { id: 'b' };`],
  ['modules/b/client/index.ts', `import '../../a/contract/index.js';`, 'requires-of-b'],
  [
    'modules/persistence/contract/db.ts',
    `import type { EntityManager } from 'typeorm'; export type M = EntityManager;`,
  ],
  ['modules/persistence/server/index.ts', `export const p = 1;`],
  ['modules/registry/format/reader.ts', `import '../server/index.js';`, 'format-is-neutral'],
  ['modules/registry/server/index.ts', `export const r = 1;`],
];

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

describe('which way things may point', () => {
  let tree: string;
  let violations: readonly Violation[];
  let rules: readonly string[];

  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), 'svc-directions-'));
    for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.mjs'])
      await cp(file, join(tree, file));
    await symlink(resolve('node_modules'), join(tree, 'node_modules'));
    for (const [file, source] of PLANTED) {
      await mkdir(join(tree, dirname(file)), { recursive: true });
      await writeFile(join(tree, file), `${source}\n`);
    }
    const program = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const args = [
      program,
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'json',
      'kernel',
      'toolbox',
      'modules',
      'hosts',
      'test',
    ];
    const run = promisify(execFile)(process.execPath, args, { cwd: tree, maxBuffer: 64e6 });
    const { stdout } = await run.catch((error: unknown) => error as { stdout: string }); // it exits with the number of violations
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: Violation[]; ruleSetUsed: { forbidden: { name: string }[] } };
    };
    violations = summary.violations;
    rules = summary.ruleSetUsed.forbidden.map(({ name }) => name);
  });

  afterAll(() => rm(tree, { recursive: true, force: true }));

  it.each(PLANTED.filter(([, , rule]) => rule !== undefined))('%s: %s', (file, _source, rule) => {
    expect(
      violations.filter(({ from }) => from === file).map((violation) => violation.rule.name),
    ).toContain(rule);
  });

  it('has no rule that is not tried here', () => {
    const tried = PLANTED.map(([, , rule]) => rule);
    expect(
      rules.filter((name) => !name.startsWith('requires-of-') && !tried.includes(name)),
    ).toEqual([]);
  });
});
