import { join } from 'node:path';
import { inject, injectable } from 'tsyringe';
import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { commandLine, type ModuleManifest } from '../../../kernel/index.js';
import { configuredModules, readConfig } from '../../configured-modules.js';
import { runtimeKey, type Runtime } from '../../runtime.js';
import { missingModules } from '../check/check-module.js';
import { moduleNotNamed } from '../contract/module-errors.js';
import type { ChangeModulesInput } from '../contract/module-inputs.js';
import type { ModuleChange } from '../contract/module-reports.js';
import { folderOf, namedFrom, requireSound } from './modules-check.js';
import { changeModules, configFolder, isServer } from './modules-config.js';

const commandsOf = (manifest: ModuleManifest | undefined): string[] =>
  (manifest?.operations ?? []).flatMap(({ cli }) => (cli === undefined ? [] : [commandLine(cli)]));

@injectable()
export class AddModuleHandler implements Handler<ChangeModulesInput, ModuleChange> {
  constructor(
    @inject(runtimeKey) private readonly runtime: Runtime,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: ChangeModulesInput, { cwd, progress }: Context): Promise<ModuleChange> {
    const folder = await configFolder(input, this.host);
    const server = isServer(input);
    const module = namedFrom(cwd, input.module);
    const { manifests: builtIn, sources, version, facets: installed } = this.runtime.distribution;
    const beside = await configuredModules(folder);
    const facets = [server ? ('server' as const) : ('client' as const)];
    const options = { builtIn, sources, version, beside, facets, installed, mayLack: true };
    const { manifest } = await requireSound(await folderOf(module, folder), options);
    const changed = await changeModules(folder, (names) =>
      names.includes(module) ? names : [...names, module],
    );
    for (const id of missingModules(manifest, options))
      progress.warn(
        `Module "${manifest.id}" cannot be used yet: it requires module "${id}". Install the package of that module too, and add it with \`svc modules add\`.`,
      );
    return {
      module,
      config: join(folder, 'config.json'),
      changed,
      commands: commandsOf(manifest),
      server,
    };
  }
}

@injectable()
export class RemoveModuleHandler implements Handler<ChangeModulesInput, ModuleChange> {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  async run(input: ChangeModulesInput, { cwd }: Context): Promise<ModuleChange> {
    const folder = await configFolder(input, this.host);
    const config = join(folder, 'config.json');
    const { modules: named } = await readConfig(config);
    const sources = await configuredModules(folder);
    // several names may resolve to the same source, so each is looked up separately
    const wanted = [input.module, namedFrom(cwd, input.module)];
    const byId = sources.find(({ id }) => id === input.module);
    const module =
      named.find((name) => wanted.includes(name)) ?? (byId && named[sources.indexOf(byId)]);
    if (module === undefined) throw moduleNotNamed({ module: input.module, config, named });
    const manifest = sources[named.indexOf(module)]?.manifest;
    const changed = await changeModules(folder, (names) => names.filter((name) => name !== module));
    return { module, config, changed, commands: commandsOf(manifest), server: isServer(input) };
  }
}
