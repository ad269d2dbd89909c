import type { Mistake } from '../problem.js';
import type { KeyNode } from './file-key.js';
import { hasTemplates } from './templates.js';
import { writtenOffset } from './written-offset.js';

export interface RenderKey {
  readonly text: string;
  /** Called only when the key mentions `git_branch`. */
  readonly branch: () => Promise<string | undefined>;
  /** Renders a template. Errors that are its author's have an offset `at`, and for an unknown variable its name as `variable`. */
  readonly render: (source: string, variables: ReadonlyMap<string, unknown>) => Promise<string>;
}

/** The file's `key` is wrong. The offset of the mistake is one of the text as written. */
export class KeyMistake extends Error {
  override readonly name = 'KeyMistake';

  constructor(
    readonly mistake: Mistake,
    options?: ErrorOptions,
  ) {
    super(mistake.message, options);
  }
}

export const wrongKey = (mistake: Omit<Mistake, 'path'>, options?: ErrorOptions): KeyMistake =>
  new KeyMistake({ path: ['key'], ...mistake }, options);

type Facts = 'at' | 'message' | 'hint' | 'variable';

const ONLY_BRANCH =
  'The key of the file is read before everything else, and knows the variable `git_branch` only.';

/** The value of the file's key, rendered with `git_branch` as its only variable. */
export async function renderKey(
  node: KeyNode,
  { text, branch, render }: RenderKey,
): Promise<string> {
  const { value } = node;
  if (!hasTemplates(value)) return value;
  const name = value.includes('git_branch') ? await branch() : undefined;
  try {
    return await render(value, new Map(name === undefined ? [] : [['git_branch', name]]));
  } catch (error) {
    const { at, message, hint, variable } = error as Partial<Record<Facts, unknown>>;
    if (typeof at !== 'number') throw error;
    const isElsewhere = typeof variable === 'string' && variable !== 'git_branch';
    const advice = isElsewhere ? ONLY_BRANCH : hint;
    throw wrongKey(
      {
        at: writtenOffset(text, node, at),
        message: String(message),
        hint: typeof advice === 'string' ? advice : undefined,
      },
      { cause: error },
    );
  }
}
