import type { Facet, ModuleDeclaration } from 'svc-registry/kernel';

/** The modules that ship with the product, in no particular order: what each needs it says itself. */
export const builtInModules: Readonly<
  Record<string, () => Promise<{ readonly default: ModuleDeclaration }>>
> = {
  persistence: () => import('../modules/persistence/module.js'),
  web: () => import('../modules/web/module.js'),
  jobs: () => import('../modules/jobs/module.js'),
  identity: () => import('../modules/identity/module.js'),
  registry: () => import('../modules/registry/module.js'),
  install: () => import('../modules/install/module.js'),
  traffic: () => import('../modules/traffic/module.js'),
  policy: () => import('../modules/policy/module.js'),
  audit: () => import('../modules/audit/module.js'),
  hooks: () => import('../modules/hooks/module.js'),
  project: () => import('../modules/project/module.js'),
  billing: () => import('../modules/billing/module.js'),
  host: () => import('./module/module.js'),
};

/** The client facets of those, as their declarations name them: a module that only requires one of them does not load its declaration. */
export const builtInClients: Readonly<Record<string, () => Promise<{ readonly default: Facet }>>> =
  {
    identity: () => import('../modules/identity/client/index.js'),
    registry: () => import('../modules/registry/client/index.js'),
    install: () => import('../modules/install/client/index.js'),
  };

/** Without these a server would answer, but for nobody, or leave undone what it has promised to do. */
export const requiredOnServers: ReadonlySet<string> = new Set([
  'persistence',
  'identity',
  'jobs',
  'traffic',
  'audit',
]);
