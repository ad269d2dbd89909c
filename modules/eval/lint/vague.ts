import type { Criterion } from '../scenario/scenario.js';
import type { ContentRule } from './content-rule.js';
import { CLARIFIES, VAGUE_WORDS } from './vague-words.js';
import { specificsOf } from './words.js';

/** Criteria for a judge whose text could mean anything. */
export const vague: ContentRule = ({ scenario: { criteria } }) =>
  criteria.flatMap((criterion) => {
    const words = vagueWords(criterion);
    return words === undefined
      ? []
      : [
          {
            rule: 'vague',
            message: `"${words}" can mean anything here.`,
            location: (criterion.at.object()?.get('description') ?? criterion.at).location,
          },
        ];
  });

function vagueWords({ description, check }: Criterion): string | undefined {
  // a check decides, and the text is for people
  if (check !== undefined || CLARIFIES.test(description)) return undefined;
  // abbreviations such as API and UI make nothing clear
  if (specificsOf(description.replace(/(?<!\w)\p{Lu}{2,}(?!\w)/gu, '')).size > 0) return undefined;
  return VAGUE_WORDS.map((words) => words.exec(description)?.[0]).find(
    (found) => found !== undefined,
  );
}
