import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { cancelled, hostKey, usageError, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { projectFilesKey, type ProjectFiles } from '../../../install/contract/project-files.js';
import type { EditedPolicy, EditPolicyInput, PolicyFieldChange } from '../../contract/dto/commands.js';
import type { PolicyView, SetPolicyInput } from '../../contract/dto/policy.js';
import { setPolicy, viewPolicy } from '../../contract/operations.js';
import { editText, type Edited } from '../document/editor.js';
import { fieldChanges } from '../document/field-changes.js';
import { readDocument, textOf } from '../document/policy-text.js';
import { changeLine } from '../texts.js';
import { placeOf } from '../place.js';

const documentsOf = ({ installPolicy, publishPolicy }: Pick<PolicyView, 'installPolicy' | 'publishPolicy'>) => ({
  installPolicy,
  publishPolicy,
});

/** `svc policy edit`. The server validates: its issues are told with the line that they are about. */
@injectable()
export class EditPolicyHandler implements Handler<EditPolicyInput, EditedPolicy> {
  constructor(
    @inject(projectFilesKey) private readonly files: ProjectFiles,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ file, yes, ...input }: EditPolicyInput, context: Context): Promise<EditedPolicy> {
    if (file === undefined && !context.ask.interactive)
      throw usageError({
        what: 'There is no terminal to open an editor on.',
        hint: 'Give the document with --file <path>, or --file - to pipe it in.',
      });
    const target = await placeOf(input, this.files, context);
    const before = await context.invoke(viewPolicy, target);
    const edited = await this.edited(file, textOf(target, documentsOf(before)), context);
    const named = { targetType: target.targetType, target: target.targetId };
    try {
      const read = readDocument(edited.text, edited.file);
      const { document } = read;
      const changes = fieldChanges(documentsOf(before), document);
      if (changes.length > 0) {
        await confirm(changes, yes === true, context);
        const change = {
          ...document,
          targetType: target.targetType,
          targetId: target.targetId,
          unchangedSince: before.updatedAt,
        } as SetPolicyInput;
        await context.invoke(setPolicy, change).catch((error: unknown) => {
          throw read.placed(error);
        });
      }
      await edited.drop();
      return { ...named, changes };
    } catch (error) {
      if (file === undefined) context.progress.note(`What you wrote is kept: \`svc policy edit --file ${edited.file}\``);
      throw error;
    }
  }

  private async edited(file: string | undefined, text: string, context: Context): Promise<Edited> {
    if (file === undefined) return editText(text, context);
    const given = file === '-' ? await this.piped() : await readGiven(resolve(context.cwd, file), file);
    return { text: given, file: file === '-' ? 'standard input' : file, drop: () => Promise.resolve() };
  }

  private async piped(): Promise<string> {
    const stream = this.host.stdin?.();
    if (stream === undefined) throw usageError({ what: 'Nothing is piped in.', hint: 'Pipe the document in, or name a file.' });
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  }
}

async function readGiven(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw usageError({ what: `--file ${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.` }, { cause: error });
  }
}

/** Whoever gives a file without a terminal has said what they want. */
async function confirm(changes: readonly PolicyFieldChange[], yes: boolean, { ask, progress }: Context): Promise<void> {
  if (yes || !ask.interactive) return;
  for (const change of changes) progress.note(changeLine(change));
  if (!(await ask.confirm({ message: 'Make these changes?', flag: '--yes', initial: true })))
    throw cancelled({ what: 'The change of the policies' });
}
