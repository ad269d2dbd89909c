/**
 * A question to a judge has one criterion that no solution meets, and the judge is not told which. A text that makes a judge generous was written without
 * knowledge of the criteria, so it makes this one gain points as well.
 */
import { below, randomOf, type Random } from '../../statistics/random.js';
import { controlTemplates } from './control-templates.js';
import type { Judged } from './question.js';

/** The criteria of a question in the order in which the judge is asked. */
export interface Asked {
  readonly criteria: readonly Judged[];
  /** Index of the one that no solution meets. */
  readonly control: number;
}

/** `texts`: what the judge is shown besides. The same seed has the same control at the same index. */
export function withControl(
  criteria: readonly Judged[],
  texts: readonly string[],
  seed: string,
): Asked {
  const random = randomOf(seed);
  const control = below(criteria.length + 1, random);
  const like = likeOneOf(criteria, random);
  return {
    criteria: criteria.toSpliced(control, 0, { ...like, ...filledTemplate(texts, random) }),
    control,
  };
}

/** Points and category of another criterion. What must not be there would be met by every solution, and what has no points could not gain any. */
function likeOneOf(
  criteria: readonly Judged[],
  random: Random,
): Pick<Judged, 'maxScore' | 'category'> {
  const worth = criteria.filter(({ maxScore }) => maxScore > 0);
  const positive = worth.filter(({ category }) => category !== 'MUST_NOT');
  const among = positive.length > 0 ? positive : worth;
  const { maxScore = 1, category } = among[below(among.length, random)] ?? {};
  return { maxScore, category: category === 'MUST_NOT' ? undefined : category };
}

/** A topic that no text mentions, as far as there is one: nothing then comes near to it. */
function filledTemplate(
  texts: readonly string[],
  random: Random,
): Pick<Judged, 'name' | 'description'> {
  const shown = texts.join('\n').toLowerCase();
  const foreign = controlTemplates.filter(({ topic }) => !shown.includes(topic));
  const among = foreign.length > 0 ? foreign : controlTemplates;
  const template = among[below(among.length, random)];
  if (template === undefined) throw new Error('there are no templates of controls');
  const id = below(16 ** 4, random)
    .toString(16)
    .padStart(4, '0');
  const description = template.description.replace('{id}', id).replace('{ID}', id.toUpperCase());
  return { name: template.name, description };
}
