import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contains, isFolder, pathOf, repositoryAround } from './real-folder.js';

/** The file that marks the root of a project. */
const PROJECT_FILE = 'svc.json';

/** The folders that a client has opened, as it reports them. */
export interface RootsOfClient {
  /** Whether the client reports its folders. */
  tellsRoots(): boolean;
  /** The addresses of the roots. Throws when the client does not answer. */
  listRoots(): Promise<readonly string[]>;
}

/** The folder that a call works in, and a note about that choice. */
export interface ProjectFolder {
  readonly folder: string;
  readonly note?: string | undefined;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** Chooses the folder that calls work in: a root of the client, else the folder that the server was started in. */
export class ClientRoots {
  private known: Promise<readonly string[]> | undefined;

  constructor(
    private readonly client: RootsOfClient,
    private readonly cwd: string,
  ) {}

  /** Forgets the roots after the client has opened or closed folders. */
  changed(): void {
    this.known = undefined;
  }

  folder(): ProjectFolder | Promise<ProjectFolder> {
    return this.client.tellsRoots() ? this.amongRoots() : { folder: this.cwd };
  }

  /**
   * The folders that tools may change: the client's roots. Where none of them is a folder on this machine, the repository that contains the
   * folder the server was started in, or that folder itself.
   */
  async open(): Promise<readonly string[]> {
    const addresses = this.client.tellsRoots() ? await this.addresses() : undefined;
    const roots = await foldersOf(addresses ?? []);
    if (roots.length > 0) return roots;
    const repository = await repositoryAround(this.cwd);
    // the root is not a deliberate choice: it is the working directory of programs started without one
    return repository === undefined && dirname(this.cwd) === this.cwd
      ? []
      : [repository ?? this.cwd];
  }

  /** `undefined` when the client does not answer; the next call then asks it again. */
  private async addresses(): Promise<readonly string[] | undefined> {
    this.known ??= this.client.listRoots();
    const asked = this.known;
    try {
      return await asked;
    } catch {
      if (this.known === asked) this.known = undefined;
      return undefined;
    }
  }

  private async amongRoots(): Promise<ProjectFolder> {
    const addresses = await this.addresses();
    if (addresses === undefined)
      return {
        folder: this.cwd,
        note: `The client did not report its roots; worked in ${this.cwd}.`,
      };
    return addresses.length === 0 ? { folder: this.cwd } : this.choose(addresses);
  }

  /** Prefers folders with a project, and among these the one that the server was started in, else the first. */
  private async choose(addresses: readonly string[]): Promise<ProjectFolder> {
    const folders = await foldersOf(addresses);
    const projects = await Promise.all(folders.map((folder) => isFile(join(folder, PROJECT_FILE))));
    const candidates = projects.includes(true)
      ? folders.filter((_, index) => projects[index])
      : folders;
    const folder = candidates.find((candidate) => contains(candidate, this.cwd)) ?? candidates[0];
    if (folder === undefined)
      return {
        folder: this.cwd,
        note: `No root of the client is a folder here (${addresses.join(', ')}); worked in ${this.cwd}.`,
      };
    if (folders.length === 1) return { folder };
    const others = folders.filter((other) => other !== folder);
    return {
      folder,
      note: `The client has several roots; worked in ${folder}, not in ${others.join(', ')}.`,
    };
  }
}

async function foldersOf(addresses: readonly string[]): Promise<readonly string[]> {
  const paths = await Promise.all(addresses.map(pathIfFolder));
  return paths.filter((path) => path !== undefined);
}

async function pathIfFolder(address: string): Promise<string | undefined> {
  const path = pathOf(address);
  return path !== undefined && (await isFolder(path)) ? path : undefined;
}
