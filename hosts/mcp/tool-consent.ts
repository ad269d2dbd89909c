import type { Consent } from '../../kernel/index.js';
import { consentRequired } from '../module/contract/errors.js';
import type { ClientFeatures } from './client-features.js';
import type { ClientRoots } from './client-roots.js';
import { contains, realFolder } from './real-folder.js';

/** Permissions for all tools, given by the person who started the server. */
export interface Allowed {
  /** Folders that tools may change in addition to those of the client. */
  readonly folders: readonly string[];
  /** Whether a first public version may be published. */
  readonly public: boolean;
}

interface Parts {
  readonly roots: Pick<ClientRoots, 'open'>;
  readonly client: Pick<ClientFeatures, 'asksPeople' | 'confirm'>;
  readonly allowed: Allowed;
}

/** The permissions of one call: inside open folders the tool may act freely, elsewhere the person has to agree. */
export class ToolConsent implements Consent {
  constructor(
    private readonly tool: string,
    private readonly parts: Parts,
    private readonly signal: AbortSignal,
  ) {}

  async write(folder: string): Promise<void> {
    const outside = await this.outside(folder);
    if (outside === undefined) return;
    const question = `The tool \`${this.tool}\` wants to change files in ${outside.real}, which is outside ${outside.open}. Allow it?`;
    await this.ask(question, {
      refused: `The person does not want files in ${outside.real} to be changed.`,
      unasked: `${outside.real} is outside ${outside.open}: a person must agree to changes there.`,
      hint: `Have a person run the command for it there, or start the tool server with \`--allow-dir\` and that folder.`,
    });
  }

  async publish(folder: string): Promise<void> {
    const outside = await this.outside(folder);
    if (outside === undefined) return;
    throw consentRequired({
      what: `${outside.real} is outside ${outside.open}: tools do not publish it.`,
      hint: `Have a person run \`svc plugin publish\` there, or start the tool server with \`--allow-dir\` and that folder.`,
    });
  }

  async goPublic({
    what,
    command,
  }: {
    readonly what: string;
    readonly command: string;
  }): Promise<void> {
    if (this.parts.allowed.public) return;
    await this.ask(
      `The tool \`${this.tool}\` wants to make ${what} visible to everyone. This cannot be undone. Allow it?`,
      {
        refused: `The person does not want ${what} to be visible to everyone.`,
        unasked: `The first public version of ${what} needs the consent of a person: it cannot be undone.`,
        hint: `Have a person run \`${command}\`, or start the tool server with \`--allow-public\`.`,
      },
    );
  }

  /** `undefined` when the folder is open. */
  private async outside(folder: string): Promise<{ real: string; open: string } | undefined> {
    const real = await realFolder(folder);
    const folders = [...(await this.parts.roots.open()), ...this.parts.allowed.folders];
    const open = await Promise.all(folders.map(realFolder));
    if (open.some((root) => contains(root, real))) return undefined;
    return {
      real,
      open:
        open.length === 0
          ? 'every folder that is open, as none is'
          : `the open folders (${open.join(', ')})`,
    };
  }

  private async ask(
    question: string,
    words: { refused: string; unasked: string; hint: string },
  ): Promise<void> {
    const { refused, unasked, hint } = words;
    const { client } = this.parts;
    if (!client.asksPeople()) throw consentRequired({ what: unasked, hint });
    const agreed = await client.confirm(question, this.signal).catch((error: unknown) => {
      throw consentRequired({ what: unasked, hint }, { cause: error });
    });
    if (!agreed) throw consentRequired({ what: refused, hint });
  }
}
