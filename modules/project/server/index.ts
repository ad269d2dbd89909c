import { defineFacet, provide } from 'svc-registry/kernel';
import { ProjectRows, projectRowsKey } from './project-rows.js';

export default defineFacet({ provides: [provide(projectRowsKey, ProjectRows)] });
