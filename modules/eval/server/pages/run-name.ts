import type { EvalRunListed } from '../../contract/run-view.js';

/** What people know a run by. */
export const nameOf = ({ label, published, config }: EvalRunListed): string =>
  label ?? published ?? config.contextRef ?? 'Baseline';
