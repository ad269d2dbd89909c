import { isSvcError } from 'svc-registry/kernel';
import { fieldsOf } from '../../../toolbox/type-guards.js';
import { modelUnavailable } from '../../models/contract/index.js';

/** Whether a model has answered, with something else than was asked for: there is no status of its server then. */
export const isOfOtherForm = (error: unknown): boolean =>
  isSvcError(error) &&
  error.code === modelUnavailable.spec.code &&
  fieldsOf(error.details)['modelStatus'] === undefined;
