import { extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { permissionsPoint, type PermissionRule } from '../../contract/access.js';

/** The permissions declared by the loaded modules. */
@injectable()
export class Permissions {
  private rules: ReadonlyMap<string, PermissionRule> | undefined;

  constructor(@inject(extensionsKey) private readonly extensions: Extensions) {}

  all(): ReadonlyMap<string, PermissionRule> {
    return (this.rules ??= new Map(
      this.extensions.of(permissionsPoint).map(({ id, data }) => [id, data]),
    ));
  }

  /** A name that no module has contributed is a bug in a module: there is no rule to decide by. */
  rule(permission: string): PermissionRule {
    const rule = this.all().get(permission);
    if (rule === undefined) throw new Error(`No module declares the permission "${permission}".`);
    return rule;
  }
}

/** A read permission. On a public object it is granted to everyone who may read public objects. */
export function isReading(permission: string): boolean {
  return permission.endsWith(':read');
}
