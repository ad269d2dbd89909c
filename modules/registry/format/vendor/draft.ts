import { posix } from 'node:path';
import type { ErrorIssue } from 'svc-registry/kernel';
import type { LooseFile } from '../../contract/plugin-format.js';
import type { LeftOutList } from '../left-out.js';
import { collisionKey } from '../portable-path.js';
import { decodeText } from '../../../../toolbox/decoded-text.js';

/** The plugin while it is converted: its files, and what happened to them. */
export class Draft {
  readonly warnings: ErrorIssue[] = [];
  /** Files that were changed for the check alone, with the bytes that they keep. */
  readonly kept = new Map<string, Uint8Array>();
  private readonly files = new Map<string, LooseFile>();
  /** Files and their folders, in a form that is the same wherever letter case does not count. */
  private readonly taken = new Set<string>();

  constructor(
    files: readonly LooseFile[],
    readonly leftOut: LeftOutList,
  ) {
    for (const file of files) this.set(file);
  }

  paths(): readonly string[] {
    return [...this.files.keys()].sort();
  }

  all(): readonly LooseFile[] {
    return [...this.files.values()];
  }

  get(path: string): LooseFile | undefined {
    return this.files.get(path);
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  hasFolder(path: string): boolean {
    return path === '.' || (this.taken.has(collisionKey(path)) && !this.has(path));
  }

  /** The text of a file; `undefined` if it is none. */
  text(path: string): string | undefined {
    const file = this.files.get(path);
    return file && decodeText(file.content);
  }

  /** Whether something could be written there beside what is there. */
  isFree(path: string): boolean {
    return !this.taken.has(collisionKey(path));
  }

  write(path: string, text: string): void {
    const executable = this.files.get(path)?.executable ?? false;
    this.set({ path, executable, content: Buffer.from(text) });
  }

  remove(path: string): void {
    this.files.delete(path);
  }

  warn(message: string, file: string): void {
    this.warnings.push({ message, file });
  }

  private set(file: LooseFile): void {
    this.files.set(file.path, file);
    for (let path = file.path; path !== '.'; path = posix.dirname(path)) {
      const key = collisionKey(path);
      if (this.taken.has(key)) return;
      this.taken.add(key);
    }
  }
}
