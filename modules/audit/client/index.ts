import { defineFacet } from 'svc-registry/kernel';

export default defineFacet({});
