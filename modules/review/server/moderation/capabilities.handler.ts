import { notFound, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { LocatedVersion, TileSummary } from '../../../registry/contract/located.js';
import { capabilitiesUnknown } from '../../contract/errors.js';
import type { CapabilitiesInput, CapabilitiesView } from '../../contract/capabilities-view.js';
import { differenceOf } from './capability-difference.js';
import { ReadableRelease } from './readable-release.js';
import { VersionReport } from './version-report.entity.js';
import { VersionReports } from './version-reports.js';

/** Shows the capabilities of a scanned version. Those of a withheld version are shown only to members of its workspace. */
@injectable()
export class CapabilitiesHandler implements Handler<CapabilitiesInput, CapabilitiesView> {
  constructor(
    @inject(VersionReports) private readonly reports: VersionReports,
    @inject(ReadableRelease) private readonly releases: ReadableRelease,
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
    const { fullName: name } = tile;
    if (!(await this.releases.has(tile, semver, caller)))
      throw notFound({ kind: 'version', id: `${name}@${semver}` });
    const row = await this.reports.findRelease(name, semver);
    if (row === null) throw capabilitiesUnknown({ name, version: semver });
    return row;
  }
}
