import { dirname, isAbsolute, join, resolve } from 'node:path';
import { inject, injectable } from 'tsyringe';
import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import type { ModuleManifest } from '../../../kernel/index.js';
import { configuredModules } from '../../configured-modules.js';
import { findPackage } from '../../outside/package-source.js';
import { runtimeKey, type Runtime } from '../../runtime.js';
import { checkModule, type CheckOptions, type ModuleCheck } from '../check/check-module.js';
import type { Finding } from '../check/finding.js';
import { moduleNotInstalled, moduleRefused } from '../contract/module-errors.js';
import type { CheckModuleInput } from '../contract/module-inputs.js';
import type { ModuleCheckReport } from '../contract/module-reports.js';

const isPath = (module: string): boolean => module.startsWith('.') || isAbsolute(module);

/** The module's name for a configuration in another folder: relative paths become absolute. */
export const namedFrom = (cwd: string, module: string): string =>
  isPath(module) ? resolve(cwd, module) : module;

/** The folder of a package: a path, or a package installed beside a configuration. */
export async function folderOf(module: string, folder: string): Promise<string> {
  const found = await findPackage(module, join(folder, 'config.json')).catch((error: unknown) => {
    throw moduleNotInstalled(
      { module, folder: isPath(module) ? dirname(module) : folder },
      { cause: error },
    );
  });
  return dirname(found.file);
}

/** Checks a module, which is loaded with the program's own packages. Throws when there is an error; answers the warnings. */
export async function requireSound(
  folder: string,
  options: CheckOptions,
): Promise<ModuleCheck & { readonly manifest: ModuleManifest }> {
  (await import('../../provided-packages.js')).providePackages();
  const check = await checkModule(folder, options);
  const { findings, manifest } = check;
  if (manifest !== undefined) return { ...check, manifest };
  const issues = findings.filter(({ level }) => level === 'error').map(issueOf);
  throw moduleRefused({ module: check.package, problems: issues.length, folder }, { issues });
}

function issueOf(finding: Finding): Omit<Finding, 'level'> {
  const issue: Partial<Finding> & Pick<Finding, 'message'> = { ...finding };
  Reflect.deleteProperty(issue, 'level');
  return issue;
}

@injectable()
export class CheckModuleHandler implements Handler<CheckModuleInput, ModuleCheckReport> {
  constructor(
    @inject(runtimeKey) private readonly runtime: Runtime,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(
    { module = '.', write = false }: CheckModuleInput,
    { cwd }: Context,
  ): Promise<ModuleCheckReport> {
    const { home } = this.host;
    const folder = await folderOf(namedFrom(cwd, module), home);
    const { manifests: builtIn, sources, version, facets: installed } = this.runtime.distribution;
    const beside = await configuredModules(home);
    const check = await requireSound(folder, {
      builtIn,
      sources,
      version,
      installed,
      write,
      beside,
      instead: true,
    });
    const { id, operations } = check.manifest;
    const warnings = check.findings.map(issueOf);
    return {
      module: id,
      package: check.package,
      version: check.version,
      operations: operations.length,
      written: write,
      warnings,
    };
  }
}
