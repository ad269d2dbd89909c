import { defineFacet, provide } from 'svc-registry/kernel';
import { storedConnectionKey, StoredConnection } from './connection.js';
import { ProcessInput, standardInputKey } from './standard-input.js';

export default defineFacet({
  provides: [provide(storedConnectionKey, StoredConnection), provide(standardInputKey, ProcessInput)],
});
