import { defineFacet, provide } from 'svc-registry/kernel';
import { modelsKey } from '../contract/index.js';
import { AskedModels, modelSideKey } from '../format/asked-models.js';
import { UsersModel } from './users-model.js';

export default defineFacet({
  provides: [provide(modelsKey, AskedModels), provide(modelSideKey, UsersModel)],
});
