import { realpathSync } from 'node:fs';
import type { ErrorIssue } from 'svc-registry/kernel';
import { MOST_ARCHIVE_BYTES } from '../../../registry/contract/read-upload.js';
import { archiveTooLarge } from '../../../registry/contract/plugin-errors.js';
import type { LooseFile, PluginFormat } from '../../../registry/contract/plugin-format.js';
import { bundleTooLarge } from '../../contract/command-errors.js';
import { scenarioInvalid } from '../../contract/run-errors.js';
import { sentPath } from '../../scenario/bundle-path.js';
import type { LocalScenario } from './read-scenarios.js';
import { addScenario } from './scenario-files.js';
import { SentFiles } from './sent-files.js';

/** Real paths of the folders of scenarios. */
export const foldersOf = (scenarios: readonly LocalScenario[]): ReadonlySet<string> =>
  new Set(scenarios.map(({ root }) => realpathSync(root)));

export interface ToSend {
  readonly scenarios: readonly LocalScenario[];
  /** The folder that nothing of them may lead out of. */
  readonly boundary: string;
  readonly context: readonly LooseFile[];
}

export interface Bundle {
  readonly archive: Uint8Array;
  /** Folders of scenarios that a fixture has around other files, and that are not sent with it. */
  readonly withheld: readonly string[];
}

/**
 * The archive for `eval.uploadBundle`; the same files have the same bytes. Throws `scenario_invalid` for what cannot be sent, and `bundle_too_large`.
 */
export async function packBundle(
  { scenarios, boundary, context }: ToSend,
  format: Pick<PluginFormat, 'pack' | 'pathProblems'>,
): Promise<Bundle> {
  const sent = new SentFiles(foldersOf(scenarios));
  for (const scenario of scenarios) addScenario(scenario, boundary, sent);
  for (const file of context) sent.addContent({ ...file, path: `context/${file.path}` });
  const files = sent.files.map((file) => ({ ...file, path: sentPath(file.path) }));
  const problems = await format.pathProblems(files.map(({ path }) => path));
  const issues: ErrorIssue[] = [
    ...sent.issues,
    ...[...problems].map(([file, why]) => ({ file, message: `It cannot be sent: ${why}.` })),
  ];
  if (issues.length > 0) throw scenarioInvalid({ problems: issues.length }, { issues });
  return { archive: await packed(files, format), withheld: [...sent.withheld] };
}

async function packed(
  files: readonly LooseFile[],
  format: Pick<PluginFormat, 'pack'>,
): Promise<Uint8Array> {
  const all = files.map(({ path, executable, content }) => ({
    path,
    mode: executable ? (0o755 as const) : (0o644 as const),
    content,
  }));
  try {
    return await format.pack({ files: all });
  } catch (error) {
    if (!archiveTooLarge.is(error)) throw error;
    const most = MOST_ARCHIVE_BYTES / 1024 / 1024;
    throw bundleTooLarge({ why: `compressed, they have more than ${most} MB.` }, { cause: error });
  }
}
