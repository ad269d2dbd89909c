import { refUnknown } from '../../contract/source-errors.js';
import type { GitSource } from './git-source.js';
import type { RequestOptions } from './requested-parts.js';
import type { DirectSource } from './source.js';

/** Where a branch or tag is unknown and the repository has a skill of that name, the error's hint is how to name a skill. */
export async function withSkillHint<T>(
  source: DirectSource,
  { fetcher }: Pick<RequestOptions, 'fetcher'>,
  look: () => Promise<T>,
): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (!refUnknown.is(error) || source.kind !== 'git' || source.ref === undefined) throw error;
    const { ref } = source;
    const whole = withoutRef(source, ref);
    const { catalogue } = await fetcher.look(whole, () => Promise.resolve([]));
    const hasSkill = catalogue.skillsNamed(ref).length > 0;
    const hint = `It has a skill of that name: \`svc install ${whole.text} --skill ${ref}\`.`;
    throw hasSkill ? Object.assign(error, { hint }) : error;
  }
}

function withoutRef({ text, ...source }: GitSource, ref: string): GitSource {
  const end = `#${ref}`;
  return {
    ...source,
    text: text.endsWith(end) ? text.slice(0, -end.length) : text,
    ref: undefined,
  };
}
