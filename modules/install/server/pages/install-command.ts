import type { ShownPlugin } from '../../../registry/contract/index.js';

/** Whether the version can be installed where no lock has it. */
export const isInstallable = ({ hidden, version }: ShownPlugin): boolean =>
  !hidden && version.archivedAt === null;

/** The command that installs this version. */
export function installCommand({ tile, version }: ShownPlugin): string {
  const isLatest = tile.latestVersion === version.version;
  return `svc install ${tile.name}${isLatest ? '' : `@${version.version}`}`;
}
