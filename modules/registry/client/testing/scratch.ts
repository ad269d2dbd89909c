import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import type { TestHost } from 'svc-registry/testing';
import { startRegistryHost, type RegistryHostOptions, type Shelf } from './registry-host.js';

export const manifest = '.svc-plugin/plugin.json';
export const skill = '---\nname: greet\ndescription: Use when greeting someone.\n---\nSay hello.\n';

/** For each test an empty folder, and commands that run in it against a registry in memory. */
export class Scratch {
  cwd = '';
  shelf: Shelf = new Map();
  host!: TestHost;

  constructor() {
    beforeEach(async () => {
      this.cwd = await mkdtemp(join(tmpdir(), 'svc-registry-'));
      this.shelf = new Map();
      await this.start();
    });
    afterEach(async () => {
      await this.host.stop();
      await rm(this.cwd, { recursive: true, force: true });
    });
  }

  get invoke(): TestHost['invoke'] {
    return this.host.invoke;
  }

  /** Starts anew, with other options. */
  async restart(options: Partial<RegistryHostOptions>): Promise<void> {
    await this.host.stop();
    await this.start(options);
  }

  async write(texts: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, text] of Object.entries(texts)) {
      await mkdir(dirname(join(this.cwd, path)), { recursive: true });
      await writeFile(join(this.cwd, path), text);
    }
  }

  read(path: string): Promise<string> {
    return readFile(join(this.cwd, path), 'utf8');
  }

  private async start(options: Partial<RegistryHostOptions> = {}): Promise<void> {
    this.host = await startRegistryHost({ cwd: this.cwd, shelf: this.shelf, ...options });
  }
}
