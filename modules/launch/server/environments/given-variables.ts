import { invalidInput } from 'svc-registry/kernel';
import type { GivenVariables } from '../../contract/environment-inputs.js';
import {
  variablesOfEntries,
  variablesOfText,
  type Variables,
} from '../../environments/read-variables.js';

/** The variables of an input, which has them in one of two forms. Throws `environment_invalid`. */
export function givenVariables({ env, entries }: GivenVariables): Variables {
  if (env !== undefined && entries === undefined) return variablesOfText(env, { field: 'env' });
  if (entries !== undefined && env === undefined)
    return variablesOfEntries(entries, { field: 'entries' });
  throw invalidInput({ what: 'Give either `env` or `entries`.' });
}
