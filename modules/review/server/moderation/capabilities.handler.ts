import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { moderationHidden } from '../../../registry/contract/errors.js';
import type { LocatedVersion, TileSummary } from '../../../registry/contract/located.js';
import { releaseDirectoryKey, type ReleaseDirectory } from '../../../registry/contract/releases.js';
import { capabilitiesUnknown } from '../../contract/errors.js';
import type { CapabilitiesInput, CapabilitiesView } from '../../contract/capabilities-view.js';
import { differenceOf } from './capability-difference.js';
import { VersionReport } from './version-report.entity.js';
import { VersionReports } from './version-reports.js';

/** Shows the capabilities of a scanned version. Those of a withheld version are shown only to members of its workspace. */
@injectable()
export class CapabilitiesHandler implements Handler<CapabilitiesInput, CapabilitiesView> {
  constructor(
    @inject(VersionReports) private readonly reports: VersionReports,
    @inject(releaseDirectoryKey) private readonly releases: ReleaseDirectory,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  async run(
    { version: asked, against }: CapabilitiesInput,
    context: Context,
  ): Promise<CapabilitiesView> {
    const { tile, version } = (context.target as LocatedVersion).value;
    const semver = version?.semver ?? asked;
    const row = await this.#reportOf({ tile, semver }, context);
    const { capabilities } = await this.reports.read(row);
    const view = { name: tile.fullName, version: semver, engine: row.engine, capabilities };
    if (against === undefined) return view;
    const other = await this.#reportOf({ tile, semver: against }, context);
    const before = (await this.reports.read(other)).capabilities;
    return { ...view, against, ...differenceOf(before, capabilities) };
  }

  async #reportOf(
    { tile, semver }: { readonly tile: TileSummary; readonly semver: string },
    { caller }: Context,
  ): Promise<VersionReport> {
    const { fullName: name, workspaceId } = tile;
    const plugin = (await this.releases.find([name], caller)).get(name);
    const release = plugin?.releases.find((one) => one.version === semver);
    const status = release?.moderationStatus;
    if (status === 'fail' || status === 'error' || status === 'pending') {
      const own = await this.workspaces.visibleTo(caller);
      if (!own.includes(workspaceId)) throw moderationHidden({ name, version: semver, status });
    }
    const row = release && (await this.reports.findRelease(name, semver));
    if (row == null) throw capabilitiesUnknown({ name, version: semver });
    return row;
  }
}
