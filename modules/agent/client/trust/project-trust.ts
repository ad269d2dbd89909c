import type { Context } from 'svc-registry/kernel';
import type { ConfigFiles } from '../../../install/contract/config-files.js';
import { shortened } from '../../../../toolbox/shortened.js';
import { projectCodeUntrusted } from '../../contract/errors.js';
import type { PermissionMode } from '../../contract/modes.js';
import { entryHash } from '../../session/entry-hash.js';
import { serverEntry } from '../../session/server-entry.js';
import type { AgreedEntries } from '../../session/session-options.js';
import { agreedFile, serverFiles } from '../servers/locations.js';
import { agreedOf, rememberAgreed, type Hashes } from './agreed.js';
import { isOwnServer } from './own-server.js';
import { piFolderHash } from './pi-folder.js';

interface Parts {
  readonly files: ConfigFiles;
  /** Path of the running `svc`. */
  readonly program: string | undefined;
}

const MAX_LINE = 200;

/** Others wrote it: shown without anything that a terminal would obey. */
const visible = (text: string): string => shortened(JSON.stringify(text).slice(1, -1), MAX_LINE);

function lineOf(name: string, value: unknown): string {
  const { command, args, url } = serverEntry(value);
  return visible(`${name}: ${url ?? [command, ...args].join(' ')}`);
}

/**
 * What of a project may run at the start of the agent (ADR 58): its tool servers, and the extensions and settings of its `.pi`. What the user has
 * not agreed to yet is asked about once. With nobody to ask, tool servers are left out with a warning, and `.pi` is an error, because pi would load it
 * all the same.
 */
export class ProjectTrust {
  constructor(
    private readonly parts: Parts,
    private readonly mode: PermissionMode,
    private readonly context: Context,
  ) {}

  /** The entries of the project's `.mcp.json` that may be started. */
  async servers(root: string): Promise<AgreedEntries> {
    const { files, program } = this.parts;
    const { entries } = await files.read(serverFiles.project, this.context);
    const all = new Map([...entries].map(([name, value]) => [name, entryHash(value)]));
    if (this.mode === 'yolo') return Object.fromEntries(all);
    const location = agreedFile(root, 'servers');
    const agreed = new Map(await agreedOf(files, { location, hashes: all }, this.context));
    for (const [name, value] of entries)
      if (isOwnServer(value, program)) agreed.set(name, entryHash(value));
    const open = new Map([...all].filter(([name]) => !agreed.has(name)));
    if (open.size > 0 && (await this.agreesToServers(open, entries))) {
      await rememberAgreed(files, { location, hashes: open }, this.context);
      for (const [name, hash] of open) agreed.set(name, hash);
    }
    return Object.fromEntries(agreed);
  }

  /** Throws `project_code_untrusted` for a `.pi` with code that the user has not agreed to. */
  async piFolder(): Promise<void> {
    const { cwd, ask } = this.context;
    const hash = this.mode === 'yolo' ? undefined : await piFolderHash(cwd);
    if (hash === undefined) return;
    const { files } = this.parts;
    const location = agreedFile(cwd, 'folders');
    const hashes: Hashes = new Map([['.pi', hash]]);
    if ((await agreedOf(files, { location, hashes }, this.context)).size > 0) return;
    const message = `${cwd}/.pi has extensions or settings that run programs on your machine. Load them?`;
    if (!ask.interactive || !(await this.confirm(message)))
      throw projectCodeUntrusted({ folder: `${cwd}/.pi` });
    await rememberAgreed(files, { location, hashes }, this.context);
  }

  private async agreesToServers(
    open: Hashes,
    entries: ReadonlyMap<string, unknown>,
  ): Promise<boolean> {
    const { ask, progress } = this.context;
    const names = [...open.keys()];
    if (ask.interactive) {
      const lines = names.map((name) => `  ${lineOf(name, entries.get(name))}`);
      return this.confirm(`.mcp.json of this project starts:\n${lines.join('\n')}\nStart them?`);
    }
    const list = names.map(visible).join(', ');
    progress.warn(
      `Tool servers of this project are left out, because nobody has agreed to them: ${list}. Run \`svc agent\` in a terminal to be asked.`,
    );
    return false;
  }

  private confirm(message: string): Promise<boolean> {
    return this.context.ask.confirm({
      message,
      flag: '--permission-mode yolo',
      initial: false,
    });
  }
}
