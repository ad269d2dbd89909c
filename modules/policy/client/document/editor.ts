import { spawn } from 'node:child_process';
import { usageError, type Context } from 'svc-registry/kernel';

/** As in git, the setting is a shell command line, so that it may contain arguments. */
function lineOf(editor: string, file: string): readonly [string, readonly string[]] {
  if (process.platform === 'win32') return ['cmd', ['/d', '/s', '/c', `${editor} "${file}"`]];
  return ['sh', ['-c', `${editor} "$@"`, editor, file]];
}

/** Opens a file in the user's editor; resolves when the editor has ended. */
export async function editFile(file: string, { env }: Pick<Context, 'env'>): Promise<void> {
  const editor = env['VISUAL'] || env['EDITOR'] || 'vi';
  const [program, words] = lineOf(editor, file);
  const code = await new Promise<number | null>((done, failed) => {
    spawn(program, words, { stdio: 'inherit' }).on('error', failed).on('exit', done);
  });
  if (code !== 0)
    throw usageError({
      what: `The editor "${editor}" ended with ${code === null ? 'a signal' : `code ${code}`}; nothing was changed.`,
      hint: 'Set EDITOR to an editor that is installed, or give the document with --file.',
    });
}
