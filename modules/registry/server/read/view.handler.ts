import type { Context, Handler, Located } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import type { TileRef, VersionRef } from '../../contract/tile-inputs.js';
import type { TileView } from '../../contract/tile-view.js';
import type { VersionView } from '../../contract/version-view.js';
import { tileTarget, versionTarget } from './target.js';
import { ContributedFacts } from './version-facts.js';
import { shownVersion, tileView, versionView } from './views.js';

@injectable()
export class ViewTileHandler implements Handler<TileRef, TileView> {
  constructor(
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(ContributedFacts) private readonly facts: ContributedFacts,
  ) {}

  async run(_input: TileRef, context: Context): Promise<TileView> {
    const { tile, latest } = tileTarget(context);
    const allowed = await this.workspaces.allowedOn(context.caller, context.target as Located);
    const shown = latest === null ? [] : [shownVersion(tile, latest)];
    const facts = await this.facts.of(shown, { viewer: context.caller, whole: true });
    return Object.assign(tileView(tile, latest, facts), {
      allowedActions: allowed.filter((permission) => permission.startsWith('tile:')),
    });
  }
}

@injectable()
export class ViewVersionHandler implements Handler<VersionRef, VersionView> {
  constructor(@inject(ContributedFacts) private readonly facts: ContributedFacts) {}

  async run(_input: VersionRef, context: Context): Promise<VersionView> {
    const { tile, version } = versionTarget(context);
    const shown = [shownVersion(tile, version)];
    const facts = await this.facts.of(shown, { viewer: context.caller, whole: true });
    return versionView(tile, version, facts);
  }
}
