import { invalidInput, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import semver from 'semver';
import { isName } from '../../../identity/contract/name-rules.js';
import type {
  ManagedProjectRef,
  ManagedProjectView,
  SetManagedProjectInput,
} from '../../contract/dto/managed-project.js';
import type { ManagedProjectEntity } from '../entities.js';
import { ManagedProjects } from '../managed-projects.js';

@injectable()
export class ViewManagedProjectHandler implements Handler<ManagedProjectRef, ManagedProjectView> {
  constructor(@inject(ManagedProjects) private readonly projects: ManagedProjects) {}

  async run(_input: ManagedProjectRef, context: Context): Promise<ManagedProjectView> {
    const { workspaceId } = workspaceOf(context);
    return viewOf(workspaceId, await this.projects.of(workspaceId));
  }
}

@injectable()
export class SetManagedProjectHandler implements Handler<
  SetManagedProjectInput,
  ManagedProjectView
> {
  constructor(@inject(ManagedProjects) private readonly projects: ManagedProjects) {}

  async run({ manifest }: SetManagedProjectInput, context: Context): Promise<ManagedProjectView> {
    refuseUnknown(manifest);
    const dependencies = Object.fromEntries(
      Object.entries(manifest.dependencies).map(([name, { version }]) => [name, { version }]),
    );
    const workspace = workspaceOf(context);
    const project = { ...workspace, manifest: { dependencies } };
    return viewOf(workspace.workspaceId, await this.projects.set(project, context.caller));
  }
}

@injectable()
export class DeleteManagedProjectHandler implements Handler<ManagedProjectRef, void> {
  constructor(@inject(ManagedProjects) private readonly projects: ManagedProjects) {}

  run(_input: ManagedProjectRef, context: Context): Promise<void> {
    return this.projects.delete(workspaceOf(context).workspaceId);
  }
}

function viewOf(workspaceId: string, row: ManagedProjectEntity | null): ManagedProjectView {
  return {
    workspaceId,
    manifest: row?.manifest ?? null,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  };
}

function workspaceOf({ target }: Context): { workspaceId: string; organizationId: string } {
  const { workspaceId, organizationId } = target ?? {};
  if (workspaceId === undefined || organizationId === undefined)
    throw new TypeError('the operation names no workspace');
  return { workspaceId, organizationId };
}

function refuseUnknown({ dependencies }: SetManagedProjectInput['manifest']): void {
  const issues = Object.entries(dependencies).flatMap(([name, { version }]) => {
    const field = `manifest.dependencies.${name}`;
    const parts = name.split('/');
    if (parts.length !== 2 || !parts.every(isName))
      return [{ field, message: 'the name must be <workspace>/<plugin>' }];
    if (version === 'latest' || semver.valid(version) === version) return [];
    return [
      { field: `${field}.version`, message: 'the version must be exact, such as 1.2.0, or latest' },
    ];
  });
  if (issues.length > 0)
    throw invalidInput({ what: 'The manifest prescribes what cannot be installed.' }, { issues });
}
