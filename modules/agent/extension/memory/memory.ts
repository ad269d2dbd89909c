import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../../../../toolbox/file-errors.js';
import { readPlainFile } from '../../../../toolbox/plain-file.js';
import { shortened } from '../../../../toolbox/shortened.js';
import { realLocation } from '../permissions/paths.js';

/** Characters of the memory that are shown to the model. */
const MAX_SHOWN = 24_000;
const MAX_ENTRY = 4000;
const MAX_FILE = 256 * 1024;
const MAX_TOPICS = 50;

export const kinds = ['note', 'goal', 'preference'] as const;
export type Kind = (typeof kinds)[number];

interface Entry {
  readonly kind: Kind;
  readonly topic: string | undefined;
  readonly text: string;
}

const TOPIC = /^[a-z\d][a-z\d-]{0,63}$/;

/** `.svc/memory/` of a project: `index.md`, `goals.md` and `preferences/*.md`. */
export class Memory {
  private readonly folder: string;

  constructor(root: string) {
    this.folder = join(root, '.svc', 'memory');
  }

  /** All of it as one text with the files' names; empty when there is none. */
  read(): string {
    const parts = ['index.md', 'goals.md', ...this.topics()].flatMap((file) => {
      const text = this.textOf(file)?.trim();
      return text === undefined || text === '' ? [] : [`## ${file}\n\n${text}`];
    });
    return shortened(parts.join('\n\n'), MAX_SHOWN);
  }

  /** Adds an entry; answers the file's path below the memory. Throws for a text or topic that does not fit, or a file that is full or elsewhere. */
  add({ kind, topic, text }: Entry): string {
    const line = text.trim().replaceAll(/\s*\n\s*/g, ' ');
    if (line === '' || line.length > MAX_ENTRY)
      throw new Error(`The text must have 1 to ${MAX_ENTRY} characters.`);
    const file = fileOf(kind, topic);
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    // a repository may have a link there, to anywhere
    if (realLocation(path) !== path) throw new Error(`${file} of the memory is a link.`);
    const handle = openSync(
      path,
      constants.O_WRONLY |
        constants.O_APPEND |
        constants.O_CREAT |
        constants.O_NOFOLLOW |
        constants.O_NONBLOCK,
      0o644,
    );
    try {
      const { size } = fstatSync(handle);
      if (size > MAX_FILE) throw new Error(`${file} of the memory is full.`);
      writeSync(handle, `- ${line}\n`);
    } finally {
      closeSync(handle);
    }
    return file;
  }

  private topics(): readonly string[] {
    try {
      return readdirSync(join(this.folder, 'preferences'))
        .filter((name) => name.endsWith('.md'))
        .sort()
        .slice(0, MAX_TOPICS)
        .map((name) => `preferences/${name}`);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  /** Links out of the project are not read: their text would go to the model. */
  private textOf(file: string): string | undefined {
    const path = join(this.folder, file);
    if (realLocation(path) !== path) return undefined;
    try {
      return shortened(readPlainFile(path), MAX_FILE);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }
}

function fileOf(kind: Kind, topic: string | undefined): string {
  if (kind === 'note') return 'index.md';
  if (kind === 'goal') return 'goals.md';
  const name = topic ?? 'general';
  if (!TOPIC.test(name))
    throw new Error('The topic must be lower-case letters, digits and hyphens, at most 64.');
  return `preferences/${name}.md`;
}
