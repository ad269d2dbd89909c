import { cancelled, usageError, type Ask } from 'svc-registry/kernel';
import type { OperationManifest } from '../../kernel/index.js';
import { printableLine } from './printable.js';

type Input = Readonly<Record<string, unknown>>;

const questionOf = (text: string, input: Input): string =>
  text.replaceAll(/\{(\w+)\}/g, (_all, field: string) => printableLine(input[field] as string));

/** Asks for confirmation unless `--yes` was given, and answers the input without that field. `path` is the command as typed. */
export async function confirmed(
  { cli }: OperationManifest,
  { yes, ...input }: Input,
  { path, ask }: { readonly path: string; readonly ask: Ask | undefined },
): Promise<Record<string, unknown>> {
  if (yes === true) return input;
  const message = questionOf(cli?.confirm ?? '', input);
  if (ask === undefined) {
    throw usageError({
      what: `\`${path}\` asks for confirmation, and there is no terminal to ask on: ${message}`,
      hint: 'Add --yes to confirm.',
    });
  }
  if (await ask.confirm({ message, flag: '--yes', initial: false })) return input;
  throw cancelled({ what: `\`${path}\`` });
}
