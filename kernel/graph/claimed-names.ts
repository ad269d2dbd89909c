import { commandLine, type ModuleManifest, type OperationManifest } from '../manifest/manifest.js';

function surfaceNames({ id, cli, mcp, http }: OperationManifest): string[] {
  const names = [`operation "${id}"`];
  if (cli !== undefined)
    for (const name of [cli.name, ...(cli.aliases ?? [])])
      names.push(`command "${commandLine(cli, name)}"`);
  if (mcp !== undefined) names.push(`tool "${mcp.name}"`);
  if (http !== undefined)
    names.push(`route "${http.method} ${http.path.replace(/([:*])\w+/g, '$1')}"`);
  return names;
}

/** The names of a module that must be unique in a host. */
export function namesOf(manifest: ModuleManifest): string[] {
  return [
    `module "${manifest.id}"`,
    ...manifest.operations.flatMap(surfaceNames),
    ...manifest.machines.map(({ id }) => `machine "${id}"`),
    ...manifest.contributes.map(({ point, id }) => `contribution "${id}" at "${point}"`),
    ...manifest.provides.client.map((id) => `client service "${id}"`),
    ...manifest.provides.server.map((id) => `server service "${id}"`),
  ];
}

/** The owners of names. The first module that claims a name gets it; built-in modules come before all others. */
export class ClaimedNames {
  private readonly owners = new Map(
    ['client', 'server'].flatMap((facet) =>
      ['host', 'extensions'].map((key) => [`${facet} service "kernel.${key}"`, 'the kernel']),
    ),
  );

  /** Claims all names of a module, or none; answers the conflicts. */
  claim(manifest: ModuleManifest, owner: string): string[] {
    const names = namesOf(manifest);
    const repeated = names.filter((name, index) => names.indexOf(name) !== index);
    const taken = names.filter((name) => this.owners.has(name));
    const conflicts = [
      ...[...new Set(repeated)].map((name) => `${name} is declared twice by ${owner}`),
      ...taken.map(
        (name) => `${name} of ${owner} is already taken by ${this.owners.get(name) ?? ''}`,
      ),
    ];
    if (conflicts.length === 0) for (const name of names) this.owners.set(name, owner);
    return conflicts;
  }
}
