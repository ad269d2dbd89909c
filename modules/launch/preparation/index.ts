/** What prepares a launch and reads its result, for both facets. Import it where it is needed: it is not for start-up. */
export { listReader } from './bundle-readers.js';
export { fillBody, missingInputs } from './inputs.js';
export { printableWithin } from '../../../toolbox/printable.js';
export { promptFor } from './prompt.js';
export { readResult, type AgentEnd } from './read-result.js';
export { MOST_RESULT_BYTES } from './reports.js';
export {
  remoteReader,
  resolveSchemas,
  type LaunchSchemas,
  type SchemaSources,
} from './resolve-schemas.js';
export { readResultFile } from './result-file.js';
export { readSkill } from './skill.js';
