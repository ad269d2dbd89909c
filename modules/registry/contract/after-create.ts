import { defineClassPoint, type Context } from 'svc-registry/kernel';

/** Takes over after `plugin new --install` and `skill new --install` have created a folder. */
export interface AfterCreate {
  /** `folder` is absolute and holds a plugin with a manifest. */
  created(folder: string, context: Context): Promise<void>;
}

/** Code that runs after `svc plugin new --install` or `svc skill new --install` has created a folder. Client facet. */
export const afterCreatePoint = defineClassPoint<AfterCreate>('registry.afterCreate');
