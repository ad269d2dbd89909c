import { readdir, readFile } from 'node:fs/promises';
import { posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { injectable } from 'tsyringe';
import { onceDone } from '../../../toolbox/once.js';
import { layOutDocument, type LaidOut } from './laid-out.js';

/** The package has its documents beside `dist/`, which holds its code; in the sources both are beside each other. */
const FOLDER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../docs/' : '../../../../docs/',
  import.meta.url,
);

/** `guides/policies.md` → `guides/policies`; the README of a folder is called as the folder. */
const nameOf = (path: string): string => path.replace(/(\/README)?\.md$/, '');

async function findDocuments(): Promise<ReadonlyMap<string, string>> {
  const files = await readdir(fileURLToPath(FOLDER), { recursive: true });
  const paths = files.map((file) => file.replaceAll(sep, '/')).filter((file) => /\.md$/.test(file));
  return new Map(paths.sort().map((path) => [nameOf(path), path]));
}

const read = (path: string): Promise<string> => readFile(new URL(path, FOLDER), 'utf8');

async function laidOut(path: string, paths: ReadonlyMap<string, string>): Promise<LaidOut> {
  return layOutDocument(await read(path), (target) => {
    const other = nameOf(posix.join(posix.dirname(path), target).replace(/\/$/, '/README.md'));
    return paths.has(other) ? `/docs/${other}` : undefined;
  });
}

/** The documents below `docs/` of the package, by their paths without the extension. Each is read when it is first asked for. */
@injectable()
export class Library {
  private readonly paths = onceDone(findDocuments);
  private readonly documents = new Map<string, LaidOut>();

  async names(): Promise<readonly string[]> {
    return [...(await this.paths()).keys()];
  }

  async title(name: string): Promise<string> {
    const path = (await this.paths()).get(name);
    return /^# (.+)$/m.exec(path === undefined ? '' : await read(path))?.[1] ?? name;
  }

  /** A document whose links lead to pages of this module; `undefined` when no document has this name. */
  async document(name: string): Promise<LaidOut | undefined> {
    const paths = await this.paths();
    const path = paths.get(name);
    if (path === undefined) return undefined;
    const document = this.documents.get(name) ?? (await laidOut(path, paths));
    this.documents.set(name, document);
    return document;
  }
}
