import { injectable } from 'tsyringe';
import type { ReviewerDefinition, ReviewerSource } from '../../contract/reviewers.js';
import { defaultReviewer } from '../../quality/reviewers/default/index.js';

@injectable()
export class DefaultReviewer implements ReviewerSource {
  reviewer(): Promise<ReviewerDefinition> {
    return Promise.resolve(defaultReviewer);
  }
}
