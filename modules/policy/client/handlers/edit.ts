import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text as textOfStream } from 'node:stream/consumers';
import {
  cancelled,
  hostKey,
  usageError,
  type Context,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import { fileSystemReason } from '../../../../toolbox/file-reasons.js';
import { inject, injectable } from 'tsyringe';
import { projectFilesKey, type ProjectFiles } from '../../../install/contract/project-files.js';
import type {
  EditedPolicy,
  EditPolicyInput,
  PolicyFieldChange,
} from '../../contract/dto/commands.js';
import type { PolicyView, SetPolicyInput } from '../../contract/dto/policy.js';
import { setPolicy, viewPolicy } from '../../contract/operations.js';
import { editFile } from '../document/editor.js';
import { fieldChanges } from '../document/field-changes.js';
import { readDocument, textOf } from '../document/policy-text.js';
import { changeLine } from '../texts.js';
import { requestedTarget, type RequestedTarget } from '../requested-target.js';

const documentsOf = ({
  installPolicy,
  publishPolicy,
}: Pick<PolicyView, 'installPolicy' | 'publishPolicy'>) => ({
  installPolicy,
  publishPolicy,
});

/** `svc policy edit`. The server validates the document; its errors are reported with the line they refer to. */
@injectable()
export class EditPolicyHandler implements Handler<EditPolicyInput, EditedPolicy> {
  constructor(
    @inject(projectFilesKey) private readonly files: ProjectFiles,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(
    { file, yes = false, ...input }: EditPolicyInput,
    context: Context,
  ): Promise<EditedPolicy> {
    if (file === undefined && !context.ask.interactive)
      throw usageError({
        what: 'There is no terminal to open an editor on.',
        hint: 'Give the document with --file <path>, or --file - to pipe it in.',
      });
    const target = await requestedTarget(input, this.files, context);
    const before = await context.invoke(viewPolicy, target);
    const named = { targetType: target.targetType, target: target.targetId };
    if (file !== undefined)
      return {
        ...named,
        changes: await replace(await this.given(file, context), { target, before, yes }, context),
      };
    const folder = await mkdtemp(join(tmpdir(), 'svc-policy-'));
    const edited = join(folder, 'policy.yaml');
    await writeFile(edited, textOf(target, documentsOf(before)), { mode: 0o600 });
    try {
      await editFile(edited, context);
      const given = { file: edited, text: await readFile(edited, 'utf8') };
      const changes = await replace(given, { target, before, yes }, context);
      await rm(folder, { recursive: true });
      return { ...named, changes };
    } catch (error) {
      context.progress.note(`What you wrote is kept: \`svc policy edit --file ${edited}\``);
      throw error;
    }
  }

  private async given(file: string, { cwd }: Context): Promise<GivenText> {
    if (file !== '-') return { file, text: await readGiven(resolve(cwd, file), file) };
    const stream = this.host.stdin?.();
    if (stream === undefined)
      throw usageError({
        what: 'Nothing is piped in.',
        hint: 'Pipe the document in, or name a file.',
      });
    return { file: 'standard input', text: await textOfStream(stream) };
  }
}

interface GivenText {
  /** Its name in messages. */
  readonly file: string;
  readonly text: string;
}

async function readGiven(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw usageError(
      { what: `--file ${file} cannot be read: ${fileSystemReason(error)}.` },
      { cause: error },
    );
  }
}

interface Replacement {
  readonly target: RequestedTarget;
  readonly before: PolicyView;
  /** Skip the confirmation. */
  readonly yes: boolean;
}

/** Replaces the policies after confirmation. Returns the changes. */
async function replace(
  { text, file }: GivenText,
  { target, before, yes }: Replacement,
  context: Context,
): Promise<PolicyFieldChange[]> {
  const read = readDocument(text, file);
  const changes = fieldChanges(documentsOf(before), read.document);
  if (changes.length === 0) return changes;
  await confirm(changes, yes, context);
  const change = {
    ...read.document,
    ...target,
    unchangedSince: before.updatedAt,
  } as SetPolicyInput;
  await context.invoke(setPolicy, change).catch((error: unknown) => {
    throw read.withPositions(error);
  });
  return changes;
}

/** Without a terminal no confirmation is possible, so passing a file counts as consent. */
async function confirm(
  changes: readonly PolicyFieldChange[],
  yes: boolean,
  { ask, progress }: Context,
): Promise<void> {
  if (yes || !ask.interactive) return;
  for (const change of changes) progress.note(changeLine(change));
  if (!(await ask.confirm({ message: 'Make these changes?', flag: '--yes', initial: true })))
    throw cancelled({ what: 'The change of the policies' });
}
