import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HostInfo } from 'svc-registry/kernel';
import { lock } from 'proper-lockfile';
import { codeOf } from '../../../../toolbox/file-errors.js';
import type { LooseFile } from '../../../registry/contract/plugin-format.js';
import { targetBusy } from '../../contract/command-errors.js';
import type { Strategy } from '../../contract/command-inputs.js';

/** Hidden in the folder while files are brought in: what is new, and what it replaces. */
const WORK = '.svc-download';
const LOCK = `${WORK}.lock`;
/** Milliseconds after which the lock of a killed command counts no longer: less than another one waits for it. */
const STALE = 5_000;

/** Scenarios by the names of their folders; paths of files are relative to these. */
export type NewScenarios = ReadonlyMap<string, readonly LooseFile[]>;

export interface Placed {
  readonly replaced: readonly string[];
  readonly removed: readonly string[];
}

interface Placing {
  /** Absolute path; it is made if it is missing. */
  readonly target: string;
  readonly scenarios: NewScenarios;
  readonly strategy: Strategy;
  readonly fault?: HostInfo['fault'];
}

/**
 * Puts scenarios into a folder. All files are there before anything is replaced; a folder is replaced as a whole. When something fails, everything stands as it
 * did before. A command that is killed leaves no folder half written, and what it had put aside is brought back by the next one.
 */
export async function placeScenarios(placing: Placing): Promise<Placed> {
  const { target } = placing;
  await mkdir(target, { recursive: true });
  const lockfilePath = join(target, LOCK);
  const retries = { retries: 50, minTimeout: 100, maxTimeout: 200 };
  const release = await lock(target, { lockfilePath, retries, stale: STALE }).catch(
    (error: unknown) => {
      throw codeOf(error) === 'ELOCKED' ? targetBusy({ folder: target }, { cause: error }) : error;
    },
  );
  try {
    await bringBack(target);
    return await place(placing);
  } finally {
    await release();
  }
}

/** What a killed command has put aside and not replaced. */
async function bringBack(target: string): Promise<void> {
  const old = join(target, WORK, 'old');
  for (const name of await namesIn(old))
    if (!existsSync(join(target, name))) await rename(join(old, name), join(target, name));
  await rm(join(target, WORK), { recursive: true, force: true });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return existsSync(folder) ? readdir(folder) : [];
}

async function place({ target, scenarios, strategy, fault }: Placing): Promise<Placed> {
  const work = join(target, WORK);
  const moves = new Moves();
  try {
    await stage(scenarios, join(work, 'new'));
    await mkdir(join(work, 'old'));
    fault?.('eval.download-staged');
    const replaced: string[] = [];
    for (const name of scenarios.keys()) {
      if (await moves.aside(join(target, name), join(work, 'old', name))) replaced.push(name);
      fault?.('eval.download-aside');
      await moves.move(join(work, 'new', name), join(target, name));
      fault?.('eval.download-placed');
    }
    const removed = strategy === 'replace' ? await others(target, scenarios) : [];
    for (const name of removed) await moves.aside(join(target, name), join(work, 'old', name));
    return { replaced, removed };
  } catch (error) {
    await moves.undo();
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function stage(scenarios: NewScenarios, folder: string): Promise<void> {
  for (const [name, files] of scenarios)
    for (const { path, executable, content } of files) {
      const file = join(folder, name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content, { flag: 'wx' });
      if (executable) await chmod(file, 0o755);
    }
}

/** What is in the folder besides the scenarios. */
async function others(target: string, scenarios: NewScenarios): Promise<readonly string[]> {
  const names = await readdir(target);
  return names.filter((name) => !scenarios.has(name) && name !== WORK && name !== LOCK).sort();
}

/** Moves that can be undone. */
class Moves {
  readonly #done: (readonly [from: string, to: string])[] = [];

  async move(from: string, to: string): Promise<void> {
    await rename(from, to);
    this.#done.push([from, to]);
  }

  /** Whether there was something to put aside. */
  async aside(from: string, to: string): Promise<boolean> {
    if (!existsSync(from)) return false;
    await this.move(from, to);
    return true;
  }

  async undo(): Promise<void> {
    for (const [from, to] of this.#done.splice(0).reverse()) await rename(to, from);
  }
}
