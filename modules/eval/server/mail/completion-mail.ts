import { hostKey, type Caller, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { mailKey, type Mail } from '../../../mail/contract/index.js';
import { publicLink } from '../../../web/contract/public-link.js';
import type { EvalRun } from '../runs/eval-run.entity.js';
import { nameOf } from '../runs/run-locator.js';
import { completionLetter } from './completion-letter.js';
import { MailSwitches } from './mail-switches.js';

/** Mails the ends of evaluations, in the unit of work that ends them. */
@injectable()
export class CompletionMail {
  constructor(
    @inject(mailKey) private readonly mail: Mail,
    @inject(MailSwitches) private readonly switches: MailSwitches,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Sends to whoever started the run: a person who wants it, and who may still see the run. */
  async send(manager: EntityManager, run: EvalRun): Promise<void> {
    const { createdBy: userId, callerKind } = run;
    if (!this.mail.on || userId === null || callerKind !== 'user') return;
    if (!(await this.switches.isOn(userId, manager))) return;
    const person = await this.workspaces.findCaller('user', userId);
    if (person === null || !(await this.#maySee(person, run))) return;
    const workspace = await this.workspaces.find(run.workspaceId);
    const link = publicLink(this.host.env, `/evals/${run.id}`);
    await this.mail.send(
      completionLetter({ to: person.label, run, workspace: workspace?.name ?? '', link }),
    );
  }

  async #maySee(person: Caller, run: EvalRun): Promise<boolean> {
    const { workspaceId, organizationId } = run;
    const allowed = await this.workspaces.allowedOn(person, {
      kind: 'evalRun',
      name: nameOf(run),
      workspaceId,
      organizationId,
      visibility: 'members',
      value: run,
    });
    return allowed.includes('eval:read');
  }
}
