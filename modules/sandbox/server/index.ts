import { defineFacet, provide } from 'svc-registry/kernel';
import { sandboxesKey } from '../contract/index.js';
import { BubblewrapSandboxes } from '../isolation/sandboxes.js';

export default defineFacet({ provides: [provide(sandboxesKey, BubblewrapSandboxes)] });
