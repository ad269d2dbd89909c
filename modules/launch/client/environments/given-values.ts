import { usageError, type Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { variablesOfEntries, type Variables } from '../../environments/read-variables.js';
import { EnvFiles } from './env-files.js';

/** Reads the values that a command names; a variable of the caller's own environment comes before one of the file. */
@injectable()
export class GivenValues {
  constructor(@inject(EnvFiles) private readonly files: EnvFiles) {}

  async read(
    { file, from = [] }: { readonly file?: string; readonly from?: readonly string[] },
    context: Context,
  ): Promise<Variables> {
    if (file === undefined && from.length === 0)
      throw usageError({
        what: 'The variables are missing.',
        hint: 'Name a file with KEY=value lines with --file (- for standard input), or variables of your own environment with --from.',
      });
    const own = ownVariables(from, context);
    if (file === undefined) return own;
    return { ...(await this.files.read(file, context)), ...own };
  }
}

function ownVariables(names: readonly string[], { env }: Context): Variables {
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length > 0)
    throw usageError({
      what: `Your environment has no ${missing.join(', ')}.`,
      hint: 'Set what --from names, and export it.',
    });
  const entries = Object.fromEntries(names.map((name) => [name, env[name] ?? '']));
  return variablesOfEntries(entries, { file: 'your environment' });
}
