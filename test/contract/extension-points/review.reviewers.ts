import { contribute } from 'svc-registry/kernel';
import { reviewersPoint, type ReviewerDefinition, type ReviewerSource } from 'svc-registry/review';

export class BrevityReviewer implements ReviewerSource {
  reviewer(): Promise<ReviewerDefinition> {
    return Promise.resolve({
      config: { validation_weight: 0.5, judges: { brevity: { weight: 0.5 } } },
      rubrics: {
        brevity: {
          evaluation_target: 'brevity',
          scale: { min: 1, max: 3 },
          dimensions: [
            {
              id: 'length',
              name: 'Length',
              weight: 1,
              question: 'Is every line of SKILL.md needed?',
              scores: { 1: 'Few lines are.', 2: 'Most lines are.', 3: 'All lines are.' },
            },
          ],
        },
      },
    });
  }
}

export const contribution = contribute(
  reviewersPoint,
  'poll.brevity',
  { summary: 'Judges how short a skill is' },
  () => Promise.resolve(BrevityReviewer),
);
