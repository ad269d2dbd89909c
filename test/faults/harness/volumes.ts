import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../toolbox/file-errors.js';

/** No test needs a larger volume; whatever is larger is the machine's own disk. */
const LARGEST = 64 * 1024 * 1024;

function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'volumes of a given size are made on Linux only';
  const { error, status, stderr } = spawnSync(
    'unshare',
    ['--mount', 'sh', '-c', 'mount -t tmpfs -o size=1m none /mnt'],
    {
      encoding: 'utf8',
    },
  );
  return status === 0
    ? undefined
    : `no volume can be mounted here (${error?.message ?? stderr.trim()}): run as root`;
}

/** Why there can be no volumes here; `undefined` when there can. */
export const NO_VOLUMES = whyNot();

export interface VolumeOptions {
  readonly size: string;
  /** Shell text that runs the program; `exec "$@"` unless something is to be redirected. */
  readonly run?: string;
}

/** A small volume that only one program and those that look for it see. It is gone when the program has ended. */
export class Volume {
  constructor(
    private readonly folder: string,
    private readonly options: VolumeOptions,
  ) {
    mkdirSync(folder, { recursive: true });
  }

  /** What a program is started through to have the volume. */
  get through(): readonly string[] {
    const { size, run = 'exec "$@"' } = this.options;
    const script = `mount -t tmpfs -o size=${size} none "$0" && ${run}`;
    return ['unshare', '--mount', 'sh', '-c', script, this.folder];
  }

  /** The volume of a running program. */
  of(pid: number): MountedVolume {
    return new MountedVolume(this.folder, pid);
  }
}

class MountedVolume {
  private readonly path: string;

  constructor(
    private readonly folder: string,
    private readonly pid: number,
  ) {
    this.path = join(`/proc/${pid}/root`, folder);
  }

  /** Takes what room there is, but for so many bytes. */
  fill(left = 0): void {
    const { bavail, bsize } = statfsSync(this.path);
    const free = bavail * bsize;
    if (free > LARGEST)
      throw new Error(`${this.path} is not the volume: it has ${free} bytes left`);
    try {
      writeFileSync(this.ballast, Buffer.alloc(Math.max(0, free - left)));
    } catch (error) {
      // the server reviews what was published, and has taken some of the room meanwhile: there is none now
      if (codeOf(error) !== 'ENOSPC') throw error;
    }
  }

  free(): void {
    rmSync(this.ballast);
  }

  /** Fails while something on the volume is open for writing. */
  remount(how: 'ro' | 'rw'): void {
    execFileSync('nsenter', [
      '--target',
      String(this.pid),
      '--mount',
      'mount',
      '-o',
      `remount,${how}`,
      this.folder,
    ]);
  }

  copyTo(folder: string): void {
    cpSync(this.path, folder, { recursive: true, filter: (path) => path !== this.ballast });
  }

  private get ballast(): string {
    return join(this.path, 'ballast');
  }
}
