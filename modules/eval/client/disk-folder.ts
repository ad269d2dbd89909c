import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { join, sep } from 'node:path';
import { codeOf, isNowhere } from '../../../toolbox/file-errors.js';
import { fileSystemReason } from '../../../toolbox/file-reasons.js';
import { limits } from '../scenario/limits.js';
import type { Found, ScenarioFolder, Unusable } from '../scenario/scenario-folder.js';

/** A folder on disk and the folder that nothing of it may lead out of. Both are real paths. */
export class DiskFolder implements ScenarioFolder {
  constructor(
    private readonly root: string,
    private readonly boundary: string,
  ) {}

  find(path: string): Found {
    const written = join(this.root, path);
    // nothing is said of what is outside, not even whether it is there
    if (!isWithin(written, this.boundary)) return { kind: 'outside' };
    try {
      const real = realpathSync(written);
      return isWithin(real, this.boundary) ? foundOf(statSync(real)) : { kind: 'outside' };
    } catch (error) {
      if (isNowhere(error)) return { kind: 'missing' };
      if (typeof codeOf(error) !== 'string') throw error;
      return { kind: 'unreadable', why: fileSystemReason(error) };
    }
  }

  read(path: string, most: number): Uint8Array {
    // a pipe that has taken the place of the file would block for ever
    const file = openSync(join(this.root, path), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const bytes = Buffer.alloc(Math.min(most, fstatSync(file).size));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(file);
    }
  }

  unusable(
    path: string,
    takes: (path: string) => boolean = () => true,
  ): ReturnType<ScenarioFolder['unusable']> {
    return new Walk(this, { root: this.root, top: path, takes }).result();
  }
}

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

function foundOf(stats: Stats): Found {
  if (stats.isFile()) return { kind: 'file', bytes: stats.size };
  return { kind: stats.isDirectory() ? 'folder' : 'other' };
}

/** One walk below a folder; folders that links lead to are walked once. */
class Walk {
  private readonly entries: Unusable[] = [];
  private readonly walked = new Set<string>();
  private count = 0;

  constructor(
    private readonly folder: DiskFolder,
    private readonly at: {
      readonly root: string;
      readonly top: string;
      readonly takes: (path: string) => boolean;
    },
  ) {}

  result(): ReturnType<ScenarioFolder['unusable']> {
    this.walk('');
    return { entries: this.entries, complete: this.count <= limits.entries };
  }

  private walk(below: string): void {
    const folder = join(this.at.root, this.at.top, below);
    const real = realpathSync(folder);
    if (this.walked.has(real)) return;
    this.walked.add(real);
    for (const name of readdirSync(folder).sort()) {
      if (this.count > limits.entries) return;
      this.visit(below === '' ? name : `${below}/${name}`);
    }
  }

  private visit(path: string): void {
    const at = join(this.at.top, path);
    const found = this.folder.find(at);
    if (!this.at.takes(found.kind === 'folder' ? `${path}/` : path)) return;
    this.count += 1;
    if (found.kind === 'folder') this.enter(path, at);
    else if (found.kind !== 'file') this.entries.push({ path: posixPath(at), found });
  }

  private enter(path: string, at: string): void {
    try {
      this.walk(path);
    } catch (error) {
      if (typeof codeOf(error) !== 'string') throw error;
      const why = fileSystemReason(error);
      this.entries.push({ path: posixPath(at), found: { kind: 'unreadable', why } });
    }
  }
}

const posixPath = (path: string): string => path.split(sep).join('/');
