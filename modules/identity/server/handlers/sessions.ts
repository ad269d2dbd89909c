import { inject, injectable } from 'tsyringe';
import {
  hostKey,
  notFound,
  type Context,
  type Handler,
  type HostInfo,
  type Page,
} from 'svc-registry/kernel';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import type { SessionRef, SessionView } from '../../contract/dto/session.js';
import type { NoInput } from '../../contract/dto/sign-in.js';
import { sessionOf } from '../access/principal.js';
import { Principals } from '../access/principals.js';
import { endOf } from '../accounts/session-life.js';
import { Sessions } from '../accounts/sessions.js';
import { Session } from '../entities/tokens.js';
import { auditUser } from './target.js';

function viewOf(row: Session, currentId: string): SessionView {
  const { id, kind, client, address, createdAt, expiresAt } = row;
  const lastUsedAt = row.lastUsedAt ?? createdAt;
  return {
    id,
    kind,
    client,
    address,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: endOf({ kind, lastUsedAt, expiresAt }).toISOString(),
    current: id === currentId,
  };
}

@injectable()
export class ListSessionsHandler implements Handler<NoInput, Page<SessionView>> {
  constructor(
    @inject(Principals) private readonly principals: Principals,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(_input: NoInput, { caller }: Context): Promise<Page<SessionView>> {
    const { userId, id } = sessionOf(await this.principals.of(caller));
    const rows = await this.database.manager.findBy(Session, { userId });
    const now = this.host.clock().toISOString();
    const data = rows
      .map((row) => viewOf(row, id))
      // expired sessions stay for some days, so that their use is answered with "expired"
      .filter(({ expiresAt }) => expiresAt > now)
      .sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));
    return { data, next: null, prev: null };
  }
}

@injectable()
export class EndSessionHandler implements Handler<SessionRef, void> {
  constructor(
    @inject(Principals) private readonly principals: Principals,
    @inject(Sessions) private readonly sessions: Sessions,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
  ) {}

  async run({ id }: SessionRef, { caller, auditSubject }: Context): Promise<void> {
    const { userId } = sessionOf(await this.principals.of(caller));
    auditSubject?.({ kind: 'session', id: id.toLowerCase(), name: caller.label });
    await this.unitOfWork.run(async (manager) => {
      const ended = await this.sessions.end(manager, { id: id.toLowerCase(), userId });
      if (ended !== 1) throw notFound({ kind: 'session', id });
    });
  }
}

@injectable()
export class SignOutHandler implements Handler<NoInput, void> {
  constructor(
    @inject(Principals) private readonly principals: Principals,
    @inject(Sessions) private readonly sessions: Sessions,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
  ) {}

  async run(_input: NoInput, { caller, auditSubject }: Context): Promise<void> {
    const { id } = sessionOf(await this.principals.of(caller));
    auditSubject?.({ kind: 'session', id, name: caller.label });
    await this.unitOfWork.run((manager) => this.sessions.end(manager, { id }));
  }
}

@injectable()
export class SignOutEverywhereHandler implements Handler<NoInput, void> {
  constructor(
    @inject(Principals) private readonly principals: Principals,
    @inject(Sessions) private readonly sessions: Sessions,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
  ) {}

  async run(_input: NoInput, { caller, auditSubject }: Context): Promise<void> {
    const { userId } = sessionOf(await this.principals.of(caller));
    auditUser({ auditSubject }, { id: userId, email: caller.label });
    await this.unitOfWork.run((manager) => this.sessions.endAll(manager, userId));
  }
}
