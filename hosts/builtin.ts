// Written by the build from the folders below modules/.
import type { Facet, ModuleDeclaration } from 'svc-registry/kernel';

/** The modules that ship with the product, and the host's own. */
export const builtInModules: Readonly<
  Record<string, () => Promise<{ readonly default: ModuleDeclaration }>>
> = {
  agent: () => import('../modules/agent/module.js'),
  audit: () => import('../modules/audit/module.js'),
  billing: () => import('../modules/billing/module.js'),
  eval: () => import('../modules/eval/module.js'),
  hooks: () => import('../modules/hooks/module.js'),
  identity: () => import('../modules/identity/module.js'),
  install: () => import('../modules/install/module.js'),
  jobs: () => import('../modules/jobs/module.js'),
  launch: () => import('../modules/launch/module.js'),
  lnk: () => import('../modules/lnk/module.js'),
  mail: () => import('../modules/mail/module.js'),
  models: () => import('../modules/models/module.js'),
  outbound: () => import('../modules/outbound/module.js'),
  persistence: () => import('../modules/persistence/module.js'),
  policy: () => import('../modules/policy/module.js'),
  project: () => import('../modules/project/module.js'),
  reference: () => import('../modules/reference/module.js'),
  registry: () => import('../modules/registry/module.js'),
  review: () => import('../modules/review/module.js'),
  runs: () => import('../modules/runs/module.js'),
  sandbox: () => import('../modules/sandbox/module.js'),
  schedule: () => import('../modules/schedule/module.js'),
  secrets: () => import('../modules/secrets/module.js'),
  task: () => import('../modules/task/module.js'),
  traffic: () => import('../modules/traffic/module.js'),
  web: () => import('../modules/web/module.js'),
  host: () => import('./module/module.js'),
};

/**
 * The client facets of these modules, as their declarations name them. A module that is only required by another loads its facet without its
 * declaration.
 */
export const builtInClients: Readonly<Record<string, () => Promise<{ readonly default: Facet }>>> =
  {
    identity: () => import('../modules/identity/client/index.js'),
    install: () => import('../modules/install/client/index.js'),
    launch: () => import('../modules/launch/client/index.js'),
    models: () => import('../modules/models/client/index.js'),
    outbound: () => import('../modules/outbound/client/index.js'),
    project: () => import('../modules/project/client/index.js'),
    registry: () => import('../modules/registry/client/index.js'),
    sandbox: () => import('../modules/sandbox/client/index.js'),
  };
