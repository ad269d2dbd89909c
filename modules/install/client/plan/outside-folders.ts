import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cancelled, type Context } from 'svc-registry/kernel';
import { fileSystemReason } from '../../../../toolbox/file-reasons.js';
import { folderNotAllowed } from '../../contract/source-errors.js';
import { isAtOrBelow, realFolder, realPath } from '../project/paths.js';
import { repositoryAround } from '../project/project-root.js';
import type { Scope } from '../project/scope.js';
import { homeFolder } from '../project/user-scope.js';
import type { ResolvedPlugin } from '../resolve/resolve.js';

interface Parts {
  readonly scope: Scope;
  /** The user's own folder. */
  readonly home: string;
  readonly context: Pick<Context, 'ask' | 'consent' | 'env' | 'progress'>;
}

interface FolderConsent {
  /** Absolute folders that are allowed, including everything below them. */
  readonly allowedFolders?: readonly string[] | undefined;
  /** Do not ask. */
  readonly unattended?: boolean | undefined;
}

interface OutsidePlugin extends Pick<ResolvedPlugin, 'name' | 'named'> {
  /** The folder after following links. */
  readonly folder: string;
}

/**
 * Consent for folders outside the repository that `file:` sources of its svc.json name. A cloned svc.json must not decide what is copied
 * from this machine into the project, so a person agrees once per folder. The user's own svc.json is trusted.
 */
export class OutsideFolders {
  private readonly agreed = new Set<string>();

  constructor(private readonly parts: Parts) {}

  /** Called before folders are read. Throws `folder_not_allowed` without consent if the command cannot ask for it. */
  async admit(
    plugins: readonly ResolvedPlugin[],
    { allowedFolders = [], unattended }: FolderConsent,
  ): Promise<void> {
    if (this.parts.scope.kind === 'user') return;
    const outside = this.outside(plugins);
    const allowed = allowedFolders.map(realFolder);
    const isGiven = ({ named, folder }: OutsidePlugin): boolean =>
      named || allowed.some((one) => isAtOrBelow(one, folder));
    const open = outside.filter((plugin) => !isGiven(plugin) && !this.isAgreed(plugin.folder));
    if (open.length > 0) await this.ask(open, unattended === true);
    // a folder that an agent names is allowed for this call only
    if (this.parts.context.consent === undefined)
      for (const { folder } of outside) await this.remember(folder);
  }

  private outside(plugins: readonly ResolvedPlugin[]): readonly OutsidePlugin[] {
    const folders = plugins.flatMap(({ name, named, source }) => {
      const direct = source.kind === 'entry' ? source.marketplace : source;
      return direct.kind === 'file' ? [{ name, named, folder: realFolder(direct.folder) }] : [];
    });
    if (folders.length === 0) return [];
    const repository = this.repository();
    return folders.filter(({ folder }) => !isAtOrBelow(repository, folder));
  }

  /** The repository's root. A home folder under version control does not count, because it holds unrelated files too. */
  private repository(): string {
    const { scope, context } = this.parts;
    const root = realPath(scope.root);
    const repository = repositoryAround(root) ?? root;
    return isAtOrBelow(repository, realFolder(homeFolder(context.env))) ? root : repository;
  }

  private async ask(open: readonly OutsidePlugin[], unattended: boolean): Promise<void> {
    const { scope, context } = this.parts;
    const { manifestFile: file } = scope;
    if (unattended || !context.ask.interactive) {
      const issues = open.map(({ name, folder }) => ({
        file,
        field: name,
        message: `comes from ${folder}`,
      }));
      throw folderNotAllowed(
        { file, folder: open[0]?.folder ?? '', others: open.length - 1 },
        { issues },
      );
    }
    const list = open.map(({ name, folder }) => `${name} from ${folder}`).join(', ');
    const message = `${file} takes ${list}, outside this repository. Read what is there and install it?`;
    if (!(await context.ask.confirm({ message, flag: '--allow-dir', initial: false })))
      throw cancelled({ what: 'The command' });
  }

  private isAgreed(folder: string): boolean {
    return this.agreed.has(folder) || existsSync(this.recordOf(folder));
  }

  private async remember(folder: string): Promise<void> {
    if (this.isAgreed(folder)) return;
    this.agreed.add(folder);
    const { home, scope, context } = this.parts;
    try {
      await mkdir(join(home, RECORDS), { recursive: true, mode: 0o700 });
      await writeFile(
        this.recordOf(folder),
        `${JSON.stringify({ project: scope.root, folder })}\n`,
        { mode: 0o600 },
      );
    } catch (error) {
      context.progress.warn(
        `svc could not remember that ${folder} may be read, and will ask again: ${fileSystemReason(error)}.`,
      );
    }
  }

  private recordOf(folder: string): string {
    const key = createHash('sha256').update(`${this.parts.scope.root}\0${folder}`).digest('hex');
    return join(this.parts.home, RECORDS, `${key}.json`);
  }
}

/** In the user's own folder: one file per consent, for one folder and one project. */
const RECORDS = 'allowed-folders';
