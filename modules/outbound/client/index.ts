import { defineFacet, provide } from 'svc-registry/kernel';
import { outboundKey } from '../contract/index.js';
import { GuardedOutbound } from '../format/guarded-outbound.js';

export default defineFacet({ provides: [provide(outboundKey, GuardedOutbound)] });
