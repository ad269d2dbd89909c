import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { usageError, type Context } from 'svc-registry/kernel';
import { ifThere, isNowhere } from '../../../toolbox/file-errors.js';
import type { LooseFile, PluginFolders } from '../../registry/contract/plugin-format.js';
import { reviewerInvalid } from '../contract/errors.js';
import { reviewerName } from '../contract/reviewers.js';
import { publishedRef } from './published-ref.js';
import type { Source } from './source.js';

/** Where a reviewer of this machine travels in the archive of the subject. */
const FOLDER = '.svc-reviewer/';
/** The file that a reviewer cannot do without. */
const CONFIG = 'skills/skill-reviewer/references/config.json';

/** A reviewer that was asked for. */
export type ChosenReviewer =
  | { readonly kind: 'default' }
  /** One that the server has, or that is published. */
  | { readonly kind: 'named'; readonly ref: string }
  | { readonly kind: 'local'; readonly ref: string; readonly files: readonly LooseFile[] };

/** The reviewer that `--review-plugin` names; an existing path takes precedence over a plugin of the same name. Throws `reviewer_invalid`. */
export async function chosenReviewer(
  ref: string | undefined,
  plugins: PluginFolders,
  context: Pick<Context, 'cwd'>,
): Promise<ChosenReviewer> {
  if (ref === undefined) return { kind: 'default' };
  const target = resolve(context.cwd, ref);
  const stats = await ifThere(stat(target), isNowhere);
  if (stats === undefined) return namedReviewer(ref);
  if (!stats.isDirectory()) throw unusable(ref, 'it is no folder');
  const files = await plugins.filesOfFolder(target);
  if (!files.some(({ path }) => path === CONFIG)) throw unusable(ref, `it has no ${CONFIG}`);
  return { kind: 'local', ref, files };
}

function namedReviewer(ref: string): ChosenReviewer {
  const isName = new RegExp(reviewerName.pattern).test(ref);
  if (isName || publishedRef(ref) !== undefined) return { kind: 'named', ref };
  throw usageError({
    what: `"${ref}" is neither a folder that exists nor <workspace>/<plugin>[@<version>].`,
    hint: 'Name the folder of a reviewer plugin, or a published one.',
  });
}

const unusable = (ref: string, why: string): Error => reviewerInvalid({ ref, why, others: 0 });

/** What is sent to a reviewer: the archive, and the fields of the request. */
export interface Submission {
  readonly upload: Uint8Array;
  readonly fields: { readonly reviewPlugin?: string; readonly reviewPluginSent?: true };
}

/** Packs the subject, beside it the reviewer if that is a folder of this machine. */
export async function submissionOf(
  source: Source,
  reviewer: ChosenReviewer,
  plugins: PluginFolders,
): Promise<Submission> {
  if (reviewer.kind === 'default') return { upload: await source.archive(), fields: {} };
  if (reviewer.kind === 'named')
    return { upload: await source.archive(), fields: { reviewPlugin: reviewer.ref } };
  const beside = reviewer.files.map((file) => ({ ...file, path: `${FOLDER}${file.path}` }));
  const subject = (await source.files()).filter(({ path }) => !path.startsWith(FOLDER));
  const upload = await plugins.packFiles([...subject, ...beside], source.name);
  const sent = await plugins.filesOfArchive(upload);
  if (!sent.some(({ path }) => path === `${FOLDER}${CONFIG}`))
    throw unusable(reviewer.ref, `the .svcignore of ${source.name} leaves ${FOLDER} out`);
  return { upload, fields: { reviewPluginSent: true } };
}
