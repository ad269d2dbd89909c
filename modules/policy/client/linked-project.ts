export interface LinkedProject {
  readonly workspace: string;
  readonly project: string;
}

const LINKED = /^([a-z0-9-]{1,100})\/([A-Za-z0-9_-]{1,199})$/;

/** A linked project is named `<workspace>/<project>`. */
export function linkedProject(name: string | undefined): LinkedProject | undefined {
  const [, workspace, project] = LINKED.exec(name ?? '') ?? [];
  return workspace === undefined || project === undefined ? undefined : { workspace, project };
}
