import type { Tables } from '../../persistence/contract/db.js';
import { Attempts } from './entities/attempts.js';
import { DeviceSignIn } from './entities/device-sign-ins.js';
import { Organization, OrganizationMember, User } from './entities/people.js';
import { ApiKey, Invitation, PasswordReset, Session } from './entities/tokens.js';
import { Workspace, WorkspaceMember } from './entities/workspaces.js';
import { ArchivedWorkspaces1764100000004 } from './migrations/archived-workspaces-1764100000004.js';
import { CreateIdentity1764000000000 } from './migrations/create-identity-1764000000000.js';
import { DeviceSignIns1764100000002 } from './migrations/device-sign-ins-1764100000002.js';
import { KnownSessions1764100000001 } from './migrations/known-sessions-1764100000001.js';
import { PasswordResets1764100000003 } from './migrations/password-resets-1764100000003.js';
import { SharedLimits1764100000000 } from './migrations/shared-limits-1764100000000.js';

export const tables: Tables = {
  entities: [
    User,
    Organization,
    OrganizationMember,
    Workspace,
    WorkspaceMember,
    Session,
    ApiKey,
    Invitation,
    Attempts,
    DeviceSignIn,
    PasswordReset,
  ],
  migrations: [
    CreateIdentity1764000000000,
    SharedLimits1764100000000,
    KnownSessions1764100000001,
    DeviceSignIns1764100000002,
    PasswordResets1764100000003,
    ArchivedWorkspaces1764100000004,
  ],
};
