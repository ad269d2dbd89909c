import { CreateProjects1764900000000 } from './create-projects.js';
import { ProjectEntity } from './project.entity.js';

export const entities = [ProjectEntity];
export const migrations = [CreateProjects1764900000000];
