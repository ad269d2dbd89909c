import { buildExtension, extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  publishPoliciesPoint,
  type Publication,
  type PublishTarget,
  type PublishPolicy,
} from '../../contract/publish-policies.js';
import { severities, type Severity } from '../../contract/scanners.js';

/** Combines the policies of all modules; the strictest counts. */
@injectable()
export class PublishPolicies {
  constructor(@inject(extensionsKey) private readonly extensions: Extensions) {}

  async admit(publication: Publication): Promise<void> {
    for (const policy of await this.#policies()) await policy.admit(publication);
  }

  /** Whether a public version with such a finding stays offline, whatever its scanners say. */
  async blocks(target: PublishTarget, severity: Severity): Promise<boolean> {
    for (const policy of await this.#policies()) {
      const from = await policy.blocksFrom(target);
      if (from !== null && severities.indexOf(severity) >= severities.indexOf(from)) return true;
    }
    return false;
  }

  #policies(): Promise<PublishPolicy[]> {
    return Promise.all(
      this.extensions.of(publishPoliciesPoint).map((policy) => buildExtension(policy)),
    );
  }
}
