import { defineError, ExitCode } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';

/** A generation has made nothing that can be used (specification, "States and transitions"). */
export const nothingGenerated = defineError<{ rejected: number }>({
  code: 'nothing_generated',
  status: 422,
  exit: ExitCode.invalid,
  title: 'No scenario generated',
  message: ({ rejected }) =>
    rejected === 0
      ? 'The model proposed no scenario.'
      : `None of ${counted(rejected, 'proposal')} of the model is a scenario that can be used.`,
  hint: () => 'Generate again, or configure another model with `svc workspace model set`.',
});
