import type { ReviewerDefinition } from '../../../contract/reviewers.js';
import { content } from './content.js';
import { description } from './description.js';

/** The reviewer that judges where none was named. The engine without a model scores by the same dimensions and weights. */
export const defaultReviewer: ReviewerDefinition = {
  config: {
    validation_weight: 0.2,
    judges: { description: { weight: 0.4 }, content: { weight: 0.4 } },
  },
  rubrics: { description, content },
};
