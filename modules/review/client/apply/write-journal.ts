/**
 * Replaces several files of a skill, all or none, also when the process is killed. New and old contents are staged beside them; renaming the
 * folder of the stage decides. Whoever comes next finishes what was decided, and drops what was not.
 */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { HostInfo } from 'svc-registry/kernel';
import { codeOf, isMissing } from '../../../../toolbox/file-errors.js';
import { parsedJson } from '../../../../toolbox/parsed-json.js';
import { fieldsOf, listOf } from '../../../../toolbox/type-guards.js';
import {
  fixBusy,
  fixReadOnly,
  fixRecoveryFailed,
  fixUnsafePath,
} from '../../contract/fix-errors.js';
import { sha256Of, type PlannedWrite } from './plan.js';
import { entryAt, hashAt, insideOf } from './skill-file.js';

/** In the skill's folder; the name never ships. */
const WORK = '.svc/.fix';
const RECORD = 'record.json';

/** The folder of the stage has the name of what happens with it. */
type Phase = 'staged' | 'decided' | 'undoing' | 'ended';

interface Entry {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Internal: somebody edited a file between the check and the write. */
export class EditedMeanwhile extends Error {
  constructor(readonly path: string) {
    super(`${path} was edited`);
  }
}

export class WriteJournal {
  constructor(
    /** Folder of the skill. Absolute, without links. */
    private readonly folder: string,
    private readonly fault: NonNullable<HostInfo['fault']>,
  ) {}

  private at(phase: Phase, ...parts: readonly string[]): string {
    return join(this.folder, WORK, phase, ...parts);
  }

  /** Finishes or takes back what an earlier command decided. Answers whether it was finished. */
  recover(): boolean {
    if (!this.isThere()) return false;
    let finished = false;
    if (entryAt(this.at('undoing')) !== undefined) this.takeBack();
    else if (entryAt(this.at('decided')) !== undefined) finished = this.goOn();
    this.clean();
    return finished;
  }

  /** Puts everything that the decision needs on the disk. Nothing of the skill changes. */
  stage(writes: readonly PlannedWrite[]): void {
    const staged = this.at('staged');
    mkdirSync(dirname(staged), { recursive: true });
    try {
      mkdirSync(staged);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw fixBusy({ folder: this.folder });
      throw error;
    }
    const entries = writes.map(({ path, before, content }, index) => {
      const target = insideOf(this.folder, path);
      const mode = modeOf(target, path);
      writeSynced(this.at('staged', `new-${index}`), content, mode);
      writeSynced(this.at('staged', `old-${index}`), readFileSync(target), mode);
      this.fault('review.fix-staged');
      return { path, before, after: sha256Of(content) };
    });
    const record = JSON.stringify({ version: 1, folder: identityOf(staged), entries });
    writeSynced(this.at('staged', RECORD), Buffer.from(record), 0o600);
    this.fault('review.fix-recorded');
  }

  /** From here on all files will be written, by this process or by the next. */
  decide(): void {
    try {
      renameSync(this.at('staged'), this.at('decided'));
    } catch (error) {
      // another command has dropped this stage, or has decided on its own
      if (['ENOENT', 'EEXIST', 'ENOTEMPTY'].includes(String(codeOf(error))))
        throw fixBusy({ folder: this.folder });
      throw error;
    }
    this.fault('review.fix-decided');
  }

  /** Puts the new files in place; can be repeated. Throws `EditedMeanwhile`. */
  writeAll(): void {
    for (const [index, { path, before, after }] of this.entries('decided').entries()) {
      const now = hashAt(this.folder, path);
      if (now === after) continue;
      if (now !== before) throw new EditedMeanwhile(path);
      this.fault('review.fix-write');
      this.moveIn(index, { path, after });
      this.fault('review.fix-written');
    }
  }

  /** Puts the old files back; can be repeated. Edits of people stay. */
  takeBack(): void {
    if (entryAt(this.at('decided')) !== undefined)
      renameSync(this.at('decided'), this.at('undoing'));
    if (entryAt(this.at('undoing')) === undefined) return;
    for (const [index, { path, after }] of this.entries('undoing').entries()) {
      if (hashAt(this.folder, path) !== after) continue;
      renameSync(this.at('undoing', `old-${index}`), insideOf(this.folder, path));
      this.fault('review.fix-taken-back');
    }
  }

  /** Removes the stage, whatever came of it. */
  clean(): void {
    for (const phase of ['decided', 'undoing'] as const)
      if (entryAt(this.at(phase)) !== undefined) {
        // a half-removed decision could not be told from one that is to be finished
        rmSync(this.at('ended'), { recursive: true, force: true });
        renameSync(this.at(phase), this.at('ended'));
        this.fault('review.fix-ended');
      }
    for (const phase of ['staged', 'ended'] as const)
      rmSync(this.at(phase), { recursive: true, force: true });
    for (const folder of [WORK, dirname(WORK)]) removeEmpty(join(this.folder, folder));
  }

  private moveIn(index: number, { path, after }: Pick<Entry, 'path' | 'after'>): void {
    try {
      renameSync(this.at('decided', `new-${index}`), insideOf(this.folder, path));
    } catch (error) {
      // another command has finished this one at the same time
      if (!isMissing(error) || hashAt(this.folder, path) !== after) throw error;
    }
  }

  private goOn(): boolean {
    try {
      this.writeAll();
      return true;
    } catch (error) {
      if (!(error instanceof EditedMeanwhile)) throw error;
      this.takeBack();
      return false;
    }
  }

  /** Whether a stage was left. Refuses links, through which a repository could have files elsewhere removed. */
  isThere(): boolean {
    for (const folder of [dirname(WORK), WORK]) {
      const entry = entryAt(join(this.folder, folder));
      if (entry === undefined) return false;
      if (!entry.isDirectory()) throw fixUnsafePath({ path: folder, why: 'it is no folder' });
    }
    return true;
  }

  private entries(phase: Phase): readonly Entry[] {
    const path = this.at(phase);
    const text = readFileSync(join(path, RECORD), 'utf8');
    const { version, folder, entries } = fieldsOf(parsedJson(text));
    const known = listOf(entries).filter(isEntry);
    if (version !== 1 || known.length !== listOf(entries).length)
      throw fixRecoveryFailed({ path, why: 'its record is not readable' });
    // a record that came with a repository must not have files written
    if (folder !== identityOf(path))
      throw fixRecoveryFailed({ path, why: 'it was copied from another folder' });
    return known;
  }
}

/** An unpredictable number that stays the same when the folder is renamed, and that a copy does not have. */
const identityOf = (folder: string): string => String(statSync(folder, { bigint: true }).ino);

function modeOf(target: string, path: string): number {
  const mode = statSync(target).mode & 0o777;
  if ((mode & 0o200) === 0) throw fixReadOnly({ path });
  return mode;
}

function writeSynced(location: string, content: Uint8Array, mode: number): void {
  const file = openSync(location, 'wx', mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  // not reduced by the mask of the process
  chmodSync(location, mode);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(String(codeOf(error)))) throw error;
  }
}

function isEntry(value: unknown): value is Entry {
  const { path, before, after } = fieldsOf(value);
  return [path, before, after].every((field) => typeof field === 'string');
}
