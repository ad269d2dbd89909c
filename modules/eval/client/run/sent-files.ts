import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorIssue } from 'svc-registry/kernel';
import type { LooseFile } from '../../../registry/contract/plugin-format.js';
import { bundleTooLarge } from '../../contract/command-errors.js';
import type { FixtureFilter } from '../../scenario/fixture-filter.js';
import type { Found } from '../../scenario/scenario-folder.js';
import { DiskFolder } from '../disk-folder.js';

const MB = 1024 * 1024;

/** What servers take, unpacked. */
export const mostSent = { files: 5_000, bytes: 128 * MB, fileBytes: 25 * MB } as const;

/** What is sent, and from where. Both folders are real paths. */
export interface SentFrom {
  readonly root: string;
  /** The folder that nothing may lead out of. */
  readonly boundary: string;
  /** Relative to the root; it may lead out of it. */
  readonly path: string;
  /** Below a folder: whether an entry is sent. */
  readonly takes?: FixtureFilter;
}

/** Collects files that are sent, within the limits of servers. Links are followed within the boundary; what leads out of it is an issue. */
export class SentFiles {
  readonly files: LooseFile[] = [];
  readonly issues: ErrorIssue[] = [];
  /** Folders that were met and left out. */
  readonly withheld = new Set<string>();
  #bytes = 0;

  /** `secret`: real paths of folders that are never sent as a part of something else. */
  constructor(private readonly secret: ReadonlySet<string> = new Set()) {}

  /** Adds a file, or the files below a folder. Answers their number. Throws `bundle_too_large`. */
  add(from: SentFrom, to: string): number {
    const before = this.files.length;
    const folder = new DiskFolder(from.root, from.boundary);
    this.#visit({ from, folder, below: '', to, around: [] });
    return this.files.length - before;
  }

  /** Adds a file whose content is known. */
  addContent(file: LooseFile): void {
    this.#count(file.content.byteLength, file.path);
    this.files.push(file);
  }

  #visit(step: Step): void {
    const { from, folder, below, to } = step;
    const path = below === '' ? from.path : `${from.path}/${below}`;
    const found = folder.find(path);
    if (found.kind === 'file') this.#read({ from, folder, path, to, bytes: found.bytes });
    else if (found.kind === 'folder') this.#enter(step, join(from.root, path));
    else this.issues.push({ file: join(from.root, path), message: problemOf(found) });
  }

  #enter(step: Step, at: string): void {
    const real = realpathSync(at);
    // a link may lead back to a folder around it
    if (step.around.includes(real)) return;
    if (this.secret.has(real)) {
      this.withheld.add(real);
      return;
    }
    const { from, below, to } = step;
    const around = [...step.around, real];
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (entry.name === '.git') continue;
      const inner = below === '' ? entry.name : `${below}/${entry.name}`;
      if (this.#takes(step, inner))
        this.#visit({ ...step, from, below: inner, to: `${to}/${entry.name}`, around });
    }
  }

  #takes({ from: { path, takes }, folder }: Step, inner: string): boolean {
    if (takes === undefined) return true;
    const isFolder = folder.find(`${path}/${inner}`).kind === 'folder';
    return takes(isFolder ? `${inner}/` : inner);
  }

  #read({ from, folder, path, to, bytes }: Reading): void {
    this.#count(bytes, join(from.root, path));
    const { mode } = statSync(join(from.root, path));
    this.files.push({
      path: to,
      executable: (mode & 0o111) !== 0,
      content: folder.read(path, bytes),
    });
  }

  #count(bytes: number, file: string): void {
    this.#bytes += bytes;
    if (bytes > mostSent.fileBytes)
      throw bundleTooLarge({
        why: `${file} has ${bytes} bytes, and at most ${mostSent.fileBytes} are sent.`,
      });
    if (this.files.length >= mostSent.files)
      throw bundleTooLarge({ why: `they have more than ${mostSent.files} files.` });
    if (this.#bytes > mostSent.bytes)
      throw bundleTooLarge({ why: `they have more than ${mostSent.bytes / MB} MB.` });
  }
}

interface Step {
  readonly from: SentFrom;
  readonly folder: DiskFolder;
  /** Relative to the path that was added. */
  readonly below: string;
  readonly to: string;
  /** Real paths of the folders around it. */
  readonly around: readonly string[];
}

interface Reading extends Pick<Step, 'from' | 'folder' | 'to'> {
  readonly path: string;
  readonly bytes: number;
}

function problemOf(found: Exclude<Found, { kind: 'file' | 'folder' }>): string {
  switch (found.kind) {
    case 'outside':
      return 'It leads out of the repository.';
    case 'missing':
      return 'It does not exist.';
    case 'other':
      return 'It is a pipe, a device or a socket.';
    case 'unreadable':
      return `It cannot be read: ${found.why}.`;
  }
}
