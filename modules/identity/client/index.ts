import { defineFacet, provide } from 'svc-registry/kernel';
import { storedConnectionKey, StoredConnection } from './connection.js';
import { PipedInput, standardInputKey } from './standard-input.js';

export default defineFacet({
  provides: [provide(storedConnectionKey, StoredConnection), provide(standardInputKey, PipedInput)],
});
