import { existsSync, readdirSync, readFileSync, statSync, type Dirent } from 'node:fs';
import { basename, join } from 'node:path';
import type { ErrorIssue } from 'svc-registry/kernel';
import { by } from '../../../../toolbox/by.js';
import { EventLoopYielder } from '../../../../toolbox/event-loop-yielder.js';
import { isMissing } from '../../../../toolbox/file-errors.js';
import { readPlainFile } from '../../../../toolbox/plain-file.js';
import { pluginInvalid } from '../../contract/plugin-errors.js';
import type { LooseFile } from '../../contract/plugin-format.js';
import { IGNORE_PATH, IgnoreRules, limits, MANIFEST_PATH } from '../../format/index.js';
import { LinkPolicy } from './link-policy.js';

/** A plugin's folder as it stands on disk. */
export interface FolderReading {
  /** The files that ship. */
  readonly files: readonly LooseFile[];
  /** Paths that do not ship; a folder ends with `/`. */
  readonly ignored: readonly string[];
}

export interface FolderOptions {
  /** Also ship the targets of symbolic links out of the plugin. Left out if the caller has no such option. */
  readonly resolveSymlinks?: boolean;
  /** A folder at the top that does not ship this time; it ends with `/`. */
  readonly leaveOut?: string;
}

/** Reads the files of a folder that ship. Throws `plugin_invalid` for links, devices and sizes that cannot ship. */
export async function readFolder(
  root: string,
  options: FolderOptions = {},
): Promise<FolderReading> {
  const rules = { ignored: ignoreRulesOf(root), leaveOut: options.leaveOut };
  const walker = new FolderWalker(root, await LinkPolicy.of(root, options.resolveSymlinks), rules);
  await walker.walk('');
  if (walker.issues.length > 0) {
    throw pluginInvalid(
      { what: `The folder ${root} contains what cannot be part of a plugin.` },
      { issues: walker.issues },
    );
  }
  return { files: walker.files, ignored: walker.ignored };
}

function ignoreRulesOf(root: string): IgnoreRules {
  try {
    const text = readPlainFile(join(root, IGNORE_PATH));
    // an oversized file is refused by the checks that follow
    return new IgnoreRules(
      Buffer.byteLength(text) > limits.ignoreBytes ? '' : text.replace(/^\uFEFF/, ''),
    );
  } catch (error) {
    if (isMissing(error)) return new IgnoreRules();
    throw error;
  }
}

/** What node shows for bytes of a name that are not UTF-8; such a name opens nothing. */
const UNREADABLE = '\uFFFD';

class FolderWalker {
  readonly files: LooseFile[] = [];
  readonly ignored: string[] = [];
  readonly issues: ErrorIssue[] = [];
  private bytes = 0;
  private readonly yielder = new EventLoopYielder();

  constructor(
    private readonly root: string,
    private readonly links: LinkPolicy,
    private readonly rules: {
      readonly ignored: IgnoreRules;
      readonly leaveOut: string | undefined;
    },
  ) {}

  async walk(folder: string): Promise<void> {
    if (this.yielder.isDue) await this.yielder.pause();
    const entries = readdirSync(join(this.root, folder), { withFileTypes: true });
    for (const entry of entries.sort(by(({ name }) => name))) {
      if (this.issues.length > 0 && this.isFull()) return;
      await this.visit(entry, folder === '' ? entry.name : `${folder}/${entry.name}`);
    }
  }

  private async visit(entry: Dirent, path: string): Promise<void> {
    if (this.leavesOut(path, entry.isDirectory())) return;
    if (entry.name.includes(UNREADABLE) && !existsSync(join(this.root, path))) {
      this.refuse(path, 'Its name is not in UTF-8: rename it.');
      return;
    }
    if (entry.isSymbolicLink()) return this.visitLink(path);
    if (entry.isDirectory()) return this.walk(path);
    if (entry.isFile()) this.add(path);
    else this.refuse(path, 'It is neither a file nor a folder.');
  }

  private async visitLink(path: string): Promise<void> {
    const target = await this.links.follow(path);
    if (typeof target === 'string') {
      this.refuse(path, target);
      return;
    }
    const name = target.stats.isDirectory() ? `${basename(target.path)}/` : basename(target.path);
    if (this.leavesOut(path, target.stats.isDirectory())) return;
    if (this.rules.ignored.verdict(name) !== 'ships')
      this.refuse(path, `It links to "${target.path}", and files of this name do not ship.`);
    else if (target.stats.isDirectory())
      await this.links.within(target.path, () => this.walk(path));
    else if (target.stats.isFile()) this.add(path);
    else this.refuse(path, 'It links to something that is neither a file nor a folder.');
  }

  private leavesOut(path: string, isFolder: boolean): boolean {
    if (path === MANIFEST_PATH || path === IGNORE_PATH) return false;
    const name = isFolder ? `${path}/` : path;
    if (name !== this.rules.leaveOut && this.rules.ignored.verdict(name) === 'ships') return false;
    this.ignored.push(name);
    return true;
  }

  private add(path: string): void {
    const file = join(this.root, path);
    const { size, mode } = statSync(file);
    this.bytes += size;
    if (size > limits.fileBytes)
      this.refuse(path, `The file has ${size} bytes; at most ${limits.fileBytes} are allowed.`);
    else if (this.isFull()) this.refuse(path, tooMuch);
    else this.files.push({ path, executable: (mode & 0o111) !== 0, content: readFileSync(file) });
  }

  private isFull(): boolean {
    return this.files.length >= limits.entries || this.bytes > limits.unpackedBytes;
  }

  private refuse(path: string, message: string): void {
    this.issues.push({ file: path, message });
  }
}

const tooMuch = `The plugin has more than ${limits.entries} files or ${limits.unpackedBytes} bytes; leave some out with ${IGNORE_PATH}.`;
