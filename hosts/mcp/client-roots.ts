import { stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What every project has at its top. */
const PROJECT_FILE = 'svc.json';

/** The folders that a client has opened, as it tells them. */
export interface RootsOfClient {
  /** Whether it tells them at all. */
  tellsRoots(): boolean;
  /** The addresses of the roots. Throws when the client does not answer. */
  listRoots(): Promise<readonly string[]>;
}

/** Where a call works, and what is to be said about that. */
export interface ProjectFolder {
  readonly folder: string;
  readonly note?: string | undefined;
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** The path that a root's address stands for; `undefined` when it is not of this machine. */
function pathOf(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined; // another scheme, another machine, or no address at all: told of as an unusable root
  }
}

const contains = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
};

/** Which folder calls work in: a root of the client, else the folder that the server was started in. */
export class ClientRoots {
  private known: Promise<readonly string[]> | undefined;

  constructor(
    private readonly client: RootsOfClient,
    private readonly cwd: string,
  ) {}

  /** The client has opened or closed folders: it is asked again. */
  changed(): void {
    this.known = undefined;
  }

  folder(): ProjectFolder | Promise<ProjectFolder> {
    return this.client.tellsRoots() ? this.told() : { folder: this.cwd };
  }

  private async told(): Promise<ProjectFolder> {
    this.known ??= this.client.listRoots();
    const asked = this.known;
    let addresses: readonly string[];
    try {
      addresses = await asked;
    } catch {
      // the next call asks again
      if (this.known === asked) this.known = undefined;
      return { folder: this.cwd, note: `The client did not tell its roots; worked in ${this.cwd}.` };
    }
    return addresses.length === 0 ? { folder: this.cwd } : this.choose(addresses);
  }

  /** Of several folders one with a project, and of these the one that the server was started in, else the first. */
  private async choose(addresses: readonly string[]): Promise<ProjectFolder> {
    const paths = await Promise.all(addresses.map(pathIfFolder));
    const folders = paths.filter((path) => path !== undefined);
    const projects = await Promise.all(folders.map((folder) => isFile(join(folder, PROJECT_FILE))));
    const candidates = projects.includes(true) ? folders.filter((_, index) => projects[index]) : folders;
    const folder = candidates.find((candidate) => contains(candidate, this.cwd)) ?? candidates[0];
    if (folder === undefined)
      return { folder: this.cwd, note: `No root of the client is a folder here (${addresses.join(', ')}); worked in ${this.cwd}.` };
    if (folders.length === 1) return { folder };
    const others = folders.filter((other) => other !== folder);
    return { folder, note: `The client has several roots; worked in ${folder}, not in ${others.join(', ')}.` };
  }
}

async function pathIfFolder(address: string): Promise<string | undefined> {
  const path = pathOf(address);
  return path !== undefined && (await isFolder(path)) ? path : undefined;
}
