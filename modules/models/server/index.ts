import { defineFacet, provide } from 'svc-registry/kernel';
import { modelsKey } from '../contract/index.js';
import { AskedModels, modelSideKey } from '../format/asked-models.js';
import { WorkspaceModels } from './workspace-models.js';

export default defineFacet({
  provides: [provide(modelsKey, AskedModels), provide(modelSideKey, WorkspaceModels)],
});
