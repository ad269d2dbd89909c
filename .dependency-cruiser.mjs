// Which way things may point. Each rule says why it exists; ARCHITECTURE.md has the picture.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

// what only tests use: they themselves, and what several of them share
const TEST = '\\.test\\.ts$|/testing/';
const MODULE = '^modules/([^/]+)/';
const SERVER_ONLY =
  'node_modules/(typeorm|express|helmet|express-rate-limit|node-cron|nodemailer|sqlite3|better-sqlite3|pg|pino)/';
// tables and connections (persistence) and rows of runs (jobs), which need TypeORM's types and, for entities, its decorators
const DB_CONTRACTS = '^modules/(persistence|jobs)/contract/db[/.]';

/** What parses JSON with a library is imported where it is needed, or by servers. */
const LIGHT_TOOLS = '^toolbox/(?!(?:json|yaml)-)';

const HOOK_RUNNER = '^modules/hooks/client/runner/';

/** The modules that a module's declaration lists in `requires`. */
function requiredBy(id) {
  const source = readFileSync(`modules/${id}/module.ts`, 'utf8');
  const list = /\brequires:\s*\[([^\]]*)\]/.exec(source)?.[1] ?? '';
  return [...list.matchAll(/['"]([^'"]+)['"]/g)].map(([, required]) => required);
}

const moduleIds = readdirSync('modules').filter((id) => existsSync(`modules/${id}/module.ts`));

// A contract used without being required could be used before its module has started.
const requiresRules = moduleIds.map((id) => ({
  name: `requires-of-${id}`,
  severity: 'error',
  comment: `${id} may import the contracts of the modules it lists in \`requires\` only: nothing else is started before it.`,
  from: { path: `^modules/${id}/`, pathNot: TEST },
  to: {
    path: '^modules/',
    pathNot: [id, ...requiredBy(id)].map((allowed) => `^modules/${allowed}/`),
  },
}));

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Files in a cycle can only be understood, loaded and tested together.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'api-imports-nothing',
      severity: 'error',
      comment:
        'The api is what third parties compile against: it costs nothing to load and drags nothing in.',
      from: { path: '^kernel/api/', pathNot: TEST },
      to: { pathNot: ['^kernel/api/', LIGHT_TOOLS] },
    },
    {
      name: 'kernel-knows-no-domain',
      severity: 'error',
      comment: 'A kernel that names a module cannot run without it.',
      from: { path: '^kernel/' },
      to: { path: '^(modules|hosts)/' },
    },
    {
      name: 'toolbox-knows-nothing',
      severity: 'error',
      comment: 'What everything may import cannot import any of it: it has no domain.',
      from: { path: '^toolbox/', pathNot: TEST },
      to: { path: '^(kernel|modules|hosts)/' },
    },
    {
      name: 'toolbox-loads-on-demand',
      severity: 'error',
      comment:
        'Start-up and hooks load files of the toolbox: a library there would be paid for by all.',
      from: { path: LIGHT_TOOLS, pathNot: TEST },
      to: { path: 'node_modules/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'hosts-know-no-domain',
      severity: 'error',
      comment:
        'Hosts show whatever modules contribute; they meet modules only as declarations and client facets loaded on demand.',
      from: { path: '^hosts/', pathNot: [TEST, '^hosts/hook/'] },
      to: { path: '^modules/', pathNot: '^modules/[^/]+/(module|client/index)\\.ts$' },
    },
    {
      name: 'hook-host-runs-hooks-only',
      severity: 'error',
      comment:
        'The hook runner has a host of its own without a kernel (ADR 23): it may load the runner, and nothing else that costs time.',
      from: { path: '^hosts/hook/', pathNot: TEST },
      to: {
        pathNot: [
          '^hosts/hook/',
          `${HOOK_RUNNER}(answer-event|arguments)\\.ts$`,
          '^(node:)?(os|fs)$',
        ],
      },
    },
    {
      name: 'hook-runner-is-light',
      severity: 'error',
      comment:
        'Runs at every tool use of an agent: no package, no kernel; of others only what costs nothing to load.',
      from: { path: HOOK_RUNNER, pathNot: TEST },
      to: {
        pathNot: [
          HOOK_RUNNER,
          LIGHT_TOOLS,
          '^modules/install/contract/(hook-events|plugin-dir-token)\\.ts$',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'declarations-load-on-demand',
      severity: 'error',
      comment: 'A declaration imported up front would be paid for by every start, help included.',
      from: { path: '^(hosts|kernel)/', pathNot: TEST },
      to: { path: '^modules/[^/]+/module\\.ts$', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'modules-see-the-api-only',
      severity: 'error',
      comment:
        'Built-in modules use what third parties can use: svc-registry/kernel, svc-registry/dto and, in tests, svc-registry/testing.',
      from: { path: '^modules/', pathNot: TEST },
      to: { path: '^(kernel|hosts)/', pathNot: '^kernel/(api|dto)/index\\.ts$' },
    },
    {
      name: 'tests-of-modules-see-the-api-and-testing',
      severity: 'error',
      comment:
        'A module that needs the inside of the kernel to be tested could not be written by a third party.',
      from: { path: ['^modules/.*\\.test\\.ts$', '^modules/.*/testing/'] },
      to: {
        path: '^(kernel|hosts)/',
        pathNot: '^kernel/(api|dto)/index\\.ts$|^hosts/testing/index\\.ts$',
      },
    },
    {
      name: 'kernel-by-its-package-name',
      severity: 'error',
      comment:
        'A relative path to the kernel would break as soon as the module moves out of this repository.',
      from: { path: '^modules/' },
      to: { path: '^kernel/', dependencyTypes: ['local'] },
    },
    {
      name: 'contracts-between-modules',
      severity: 'error',
      comment:
        'The contract is the only part of a module that others may rely on; the rest may change any day.',
      from: { path: MODULE, pathNot: TEST },
      to: { path: '^modules/', pathNot: ['^modules/$1/', '^modules/[^/]+/contract/'] },
    },
    ...requiresRules,
    {
      name: 'facets-load-on-demand',
      severity: 'error',
      comment: 'Reading a declaration must not load what it declares: `() => import(...)` only.',
      from: { path: '^modules/[^/]+/module\\.ts$' },
      to: {
        path: '^modules/[^/]+/(client|server|format)/',
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'no-server-on-the-client',
      severity: 'error',
      comment: "Nothing on the user's machine may load server code, also not through others.",
      from: { path: '^modules/[^/]+/(client|contract|format)/', pathNot: [TEST, DB_CONTRACTS] },
      to: { path: `^modules/[^/]+/server/|${SERVER_ONLY}`, reachable: true },
    },
    {
      name: 'contracts-stay-light',
      severity: 'error',
      comment:
        'Every importer of a contract pays for what it imports: decorators of DTOs, the kernel api, other contracts, the toolbox.',
      from: { path: '^modules/[^/]+/contract/', pathNot: [TEST, DB_CONTRACTS] },
      to: {
        pathNot: [
          '^modules/[^/]+/contract/',
          LIGHT_TOOLS,
          // a table without code, which the settings are made from
          '^modules/lnk/config/fields/',
          '^kernel/(api|dto)/index\\.ts$',
          // the type of a connection
          '^(node:)?stream$',
          'node_modules/class-(validator|transformer)/',
        ],
      },
    },
    {
      name: 'server-never-reaches-the-client',
      severity: 'error',
      comment:
        'A server has no terminal, no home folder and no project: code for both sides lives in `contract/` or `format/`.',
      from: { path: '^modules/[^/]+/server/', pathNot: TEST },
      to: { path: '^modules/[^/]+/client/' },
    },
    {
      name: 'format-is-neutral',
      severity: 'error',
      comment:
        "The plugin format is read on both sides: it imports libraries, the kernel api, its own module's contract and the rules of workspace names.",
      from: { path: '^modules/registry/format/', pathNot: TEST },
      to: {
        path: '^(modules|hosts|kernel)/',
        pathNot: [
          '^modules/registry/(format|contract)/',
          '^modules/identity/contract/name-rules\\.ts$',
          '^kernel/(api|dto)/index\\.ts$',
        ],
      },
    },
    {
      name: 'tables-are-for-servers',
      severity: 'error',
      comment:
        'The contract files that know TypeORM: anywhere but in server code they would load the ORM.',
      from: {
        pathNot: [
          TEST,
          '^modules/[^/]+/server/',
          '^modules/[^/]+/module\\.ts$',
          DB_CONTRACTS,
          '^test/',
        ],
      },
      to: { path: DB_CONTRACTS },
    },
    {
      name: 'orm-on-the-server-only',
      severity: 'error',
      comment: 'Only server code touches repositories.',
      from: { pathNot: [TEST, '^modules/[^/]+/server/', DB_CONTRACTS, '^test/', '^node_modules/'] },
      to: { path: 'node_modules/typeorm/' },
    },
    {
      name: 'drivers-in-persistence-only',
      severity: 'error',
      comment: 'Differences between database engines live behind one interface, in one module.',
      from: {
        pathNot: [
          TEST,
          '^modules/[^/]+/server/(sqlite|postgres)/',
          '^modules/persistence/server/',
          DB_CONTRACTS,
          '^test/',
          '^node_modules/',
        ],
      },
      to: { path: 'node_modules/(sqlite3|better-sqlite3|pg|graphile-worker)/' },
    },
    {
      name: 'web-server-in-its-host-only',
      severity: 'error',
      comment:
        'Modules declare routes as operations; only the HTTP host knows which library serves them.',
      from: { pathNot: [TEST, '^hosts/http/', '^test/', '^node_modules/'] },
      to: { path: 'node_modules/(express|helmet|express-rate-limit|prom-client)/' },
    },
    {
      name: 'yargs-in-its-host-only',
      severity: 'error',
      comment: 'Only the command line knows how the command line is parsed.',
      from: { pathNot: [TEST, '^hosts/cli/', '^test/', '^node_modules/'] },
      to: { path: 'node_modules/yargs/' },
    },
    {
      name: 'container-behind-di',
      severity: 'error',
      comment:
        "Modules, the hosts' own one included, use the decorators of tsyringe (lint keeps them off the container); nobody else needs it.",
      from: {
        path: '^(kernel|hosts)/',
        pathNot: [TEST, '^kernel/(di|testing)/', '^hosts/module/'],
      },
      to: { path: 'node_modules/tsyringe/' },
    },
    {
      name: 'product-code-needs-no-tests',
      severity: 'error',
      comment: 'What ships cannot depend on what does not.',
      from: { path: '^(kernel|toolbox|modules|hosts)/', pathNot: TEST },
      to: { path: `^(test|tools)/|${TEST}` },
    },
    {
      name: 'not-to-dev-dependencies',
      severity: 'error',
      comment: 'Development dependencies are absent where the package is installed.',
      from: { path: '^(kernel|toolbox|modules|hosts)/', pathNot: [TEST, '^kernel/testing/'] },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only', 'npm-peer'],
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment:
        'An import that resolves to nothing fails at run time. The entry loads the bundle, which is beside it after the build.',
      from: { pathNot: '^hosts/bin/svc\\.cjs$' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage|test/fixtures)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svc-source', 'import', 'node', 'default', 'types'],
    },
  },
};
