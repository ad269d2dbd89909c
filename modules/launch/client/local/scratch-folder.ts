import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LooseFile } from '../../../registry/contract/plugin-format.js';

/** What a launch keeps outside the folder that the agent works in. */
export class ScratchFolder {
  private constructor(readonly path: string) {}

  /** Gives `work` a new folder, which is removed afterwards. */
  static async use<T>(work: (scratch: ScratchFolder) => Promise<T>): Promise<T> {
    // a link on the way to it, as on macOS, is none that an agent would follow
    const path = await realpath(await mkdtemp(join(tmpdir(), 'svc-launch-')));
    try {
      return await work(new ScratchFolder(path));
    } finally {
      await rm(path, { recursive: true, force: true });
    }
  }

  /** The skill's plugin. */
  get skillFiles(): string {
    return join(this.path, 'skill');
  }

  /** Where the agent writes its result. */
  get resultFile(): string {
    return join(this.path, 'result.json');
  }

  get promptFile(): string {
    return join(this.path, 'prompt.md');
  }

  async writeSkill(files: readonly LooseFile[]): Promise<void> {
    for (const { path, executable, content } of files) {
      const file = join(this.skillFiles, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content, { mode: executable ? 0o755 : 0o644 });
    }
  }

  writePrompt(prompt: string): Promise<void> {
    return writeFile(this.promptFile, prompt);
  }
}
