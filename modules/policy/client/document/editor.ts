import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usageError, type Context } from 'svc-registry/kernel';

/** An edited text, and the file that contains it. */
export interface Edited {
  readonly text: string;
  readonly file: string;
  /** Deletes the file. */
  drop(): Promise<void>;
}

/** As in git, the setting is a shell command line, so that it may contain arguments. */
function lineOf(editor: string, file: string): readonly [string, readonly string[]] {
  if (process.platform === 'win32') return ['cmd', ['/d', '/s', '/c', `${editor} "${file}"`]];
  return ['sh', ['-c', `${editor} "$@"`, editor, file]];
}

/** Opens a text in the user's editor; resolves when the editor has ended. */
export async function editText(text: string, { env }: Pick<Context, 'env'>): Promise<Edited> {
  const editor = env['VISUAL'] || env['EDITOR'] || 'vi';
  const folder = await mkdtemp(join(tmpdir(), 'svc-policy-'));
  const file = join(folder, 'policy.yaml');
  await writeFile(file, text, { mode: 0o600 });
  const [program, words] = lineOf(editor, file);
  const code = await new Promise<number | null>((done, failed) => {
    spawn(program, words, { stdio: 'inherit' }).on('error', failed).on('exit', done);
  });
  if (code !== 0)
    throw usageError({
      what: `The editor "${editor}" ended with ${code === null ? 'a signal' : `code ${code}`}; nothing was changed.`,
      hint: 'Set EDITOR to an editor that is there, or give the document with --file.',
    });
  return {
    file,
    text: await readFile(file, 'utf8'),
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}
