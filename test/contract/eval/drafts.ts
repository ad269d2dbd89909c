import { sentPath } from '../../../modules/eval/scenario/bundle-path.js';
import type { PluginFormat } from '../../../modules/registry/contract/plugin-format.js';

/** Texts of files by their paths. Those that begin with `#!` can be run. */
export type FileDraft = Readonly<Record<string, string>>;

export function archiveOf(format: PluginFormat, files: FileDraft): Promise<Uint8Array> {
  const all = Object.entries(files).map(([path, text]) => ({
    path: sentPath(path),
    mode: text.startsWith('#!') ? (0o755 as const) : (0o644 as const),
    content: Buffer.from(text),
  }));
  return format.pack({ files: all });
}

/** A task for the scripted agent, which does these steps. */
export const taskOf = (steps: readonly object[], text = 'Write made.txt.'): string =>
  `${text}\n\n\`\`\`script\n${JSON.stringify(steps)}\n\`\`\`\n`;

/** A checklist of files that have to be there. */
export const filesThere = (...paths: readonly string[]): string =>
  JSON.stringify({
    context: 'x',
    type: 'weighted_checklist',
    checklist: paths.map((path) => ({
      name: path,
      description: `There is ${path}`,
      max_score: 1,
      check: { type: 'file', path },
    })),
  });

export const makes = (path: string, content = 'x'): object => ({ write: { path, content } });
