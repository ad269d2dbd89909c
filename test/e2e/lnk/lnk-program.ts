import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import { openProgram, type Finished, type Program, type RunOptions } from '../program.js';

interface Answer {
  readonly code: number;
  /** What the one JSON document on stdout says. */
  readonly data: unknown;
  readonly stderr: string;
}

/** The built `lnk`, and a folder of configuration files that it is started in. */
export class LnkProgram {
  private constructor(readonly program: Program) {}

  static async open(): Promise<LnkProgram> {
    return new LnkProgram(await openProgram());
  }

  get cwd(): string {
    return this.program.cwd;
  }

  /** Writes a file below the current folder; objects become JSON. Answers its absolute path. */
  async write(name: string, content: string | Uint8Array | object): Promise<string> {
    const file = join(this.cwd, name);
    await mkdir(dirname(file), { recursive: true });
    const plain = typeof content === 'string' || content instanceof Uint8Array;
    await writeFile(file, plain ? content : JSON.stringify(content));
    return file;
  }

  /** Runs `lnk config` with the words. */
  run(words: readonly string[], options: RunOptions = {}): Promise<Finished> {
    return this.program.run(['config', ...words], { ...options, program: 'lnk' });
  }

  /** The same with `--json`, whose stdout must be one JSON document. */
  async json(words: readonly string[], options: RunOptions = {}): Promise<Answer> {
    const end = words.indexOf('--');
    const all =
      end === -1 ? [...words, '--json'] : [...words.slice(0, end), '--json', ...words.slice(end)];
    const { code, stdout, stderr } = await this.run(all, options);
    return { code, data: parsed(stdout), stderr };
  }

  close(): Promise<void> {
    return this.program.close();
  }
}

/** The document, which has to be all of the text. */
export function parsed(stdout: string): unknown {
  expect(stdout).toMatch(/^[{[][^]*[}\]]\n$/);
  return JSON.parse(stdout) as unknown;
}

/** A finished run in one expectation: code and stdout exactly, stderr as a part. */
export function refused(code: number, ...said: readonly string[]): unknown {
  return expect.objectContaining({
    code,
    stdout: '',
    stderr: expect.stringMatching(
      new RegExp(
        said.map((text) => `(?=[^]*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`).join(''),
      ),
    ),
  });
}
