import type { HostInfo } from 'svc-registry/kernel';
import type { ProjectFiles } from '../../contract/project-files.js';

/** Loads the code for `svc.json` on first use. */
export class LazyProjectFiles implements ProjectFiles {
  constructor(private readonly fault?: HostInfo['fault']) {}

  readonly in: ProjectFiles['in'] = async (folder) => (await this.stored()).in(folder);
  readonly around: ProjectFiles['around'] = async (folder) => (await this.stored()).around(folder);
  readonly name: ProjectFiles['name'] = async (folder, name, context) =>
    (await this.stored()).name(folder, name, context);

  private async stored(): Promise<ProjectFiles> {
    const { StoredProjectFiles } = await import('./stored-project-files.js');
    return new StoredProjectFiles(this.fault);
  }
}
