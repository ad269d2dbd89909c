import type { QueryRunner } from 'typeorm';
import {
  columns,
  createTable,
  type TableSpec,
  type Migration,
} from '../../../persistence/contract/db.js';

type ForeignKey = NonNullable<TableSpec['foreign']>[number];

const workspaceRoles = ['member', 'publisher', 'manager', 'owner'];
const organizationRoles = ['member', 'admin'];

const toOrganization: ForeignKey = {
  columns: ['organization_id'],
  table: 'identity_organizations',
  onDelete: 'CASCADE',
};
const toWorkspace: ForeignKey = {
  columns: ['workspace_id'],
  table: 'identity_workspaces',
  onDelete: 'CASCADE',
};
const toUser: ForeignKey = { columns: ['user_id'], table: 'identity_users', onDelete: 'CASCADE' };

const organizations: TableSpec = {
  name: 'identity_organizations',
  columns: {
    id: columns.id(),
    name: columns.text(),
    revision: columns.counter(),
    created_at: columns.instant(),
  },
  unique: [['name']],
};

const users: TableSpec = {
  name: 'identity_users',
  columns: {
    id: columns.id(),
    email: columns.text(),
    email_key: columns.text(),
    password_hash: columns.text({ nullable: true }),
    default_organization_id: columns.id({ nullable: true }),
    created_at: columns.instant(),
  },
  unique: [['email_key']],
  foreign: [
    { columns: ['default_organization_id'], table: 'identity_organizations', onDelete: 'SET NULL' },
  ],
};

const organizationMembers: TableSpec = {
  name: 'identity_organization_members',
  columns: {
    organization_id: columns.id(),
    user_id: columns.id(),
    role: columns.oneOf(organizationRoles),
    created_at: columns.instant(),
  },
  primary: ['organization_id', 'user_id'],
  indices: [{ columns: ['user_id'] }],
  foreign: [toOrganization, toUser],
};

const workspaces: TableSpec = {
  name: 'identity_workspaces',
  columns: {
    id: columns.id(),
    name: columns.text(),
    organization_id: columns.id(),
    org_default_role: columns.oneOf(['member', 'publisher'], { nullable: true }),
    created_at: columns.instant(),
  },
  unique: [['name']],
  indices: [{ columns: ['organization_id'] }],
  foreign: [toOrganization],
};

const workspaceMembers: TableSpec = {
  name: 'identity_workspace_members',
  columns: {
    workspace_id: columns.id(),
    user_id: columns.id(),
    role: columns.oneOf(workspaceRoles),
    created_at: columns.instant(),
  },
  primary: ['workspace_id', 'user_id'],
  indices: [{ columns: ['user_id'] }],
  foreign: [toWorkspace, toUser],
};

const token = {
  id: columns.id(),
  token_lookup: columns.text(),
  token_hash: columns.text(),
  created_at: columns.instant(),
};
const byLookup = { columns: ['token_lookup'] };

const sessions: TableSpec = {
  name: 'identity_sessions',
  columns: { ...token, user_id: columns.id(), expires_at: columns.instant() },
  unique: [['token_hash']],
  indices: [byLookup, { columns: ['user_id'] }],
  foreign: [toUser],
};

const apiKeys: TableSpec = {
  name: 'identity_api_keys',
  columns: {
    ...token,
    name: columns.text(),
    workspace_id: columns.id({ nullable: true }),
    organization_id: columns.id(),
    role: columns.oneOf(workspaceRoles),
    obfuscated_value: columns.text(),
    created_by: columns.id(),
    expires_at: columns.instant({ nullable: true }),
    revoked_at: columns.instant({ nullable: true }),
  },
  unique: [['token_hash']],
  indices: [
    byLookup,
    {
      columns: ['workspace_id', 'name'],
      unique: true,
      where: 'revoked_at IS NULL AND workspace_id IS NOT NULL',
    },
    {
      columns: ['organization_id', 'name'],
      unique: true,
      where: 'revoked_at IS NULL AND workspace_id IS NULL',
    },
  ],
  foreign: [toWorkspace, toOrganization],
};

const invitations: TableSpec = {
  name: 'identity_invitations',
  columns: {
    ...token,
    email_key: columns.text({ nullable: true }),
    organization_id: columns.id({ nullable: true }),
    organization_role: columns.oneOf(organizationRoles),
    workspace_id: columns.id({ nullable: true }),
    workspace_role: columns.oneOf(workspaceRoles, { nullable: true }),
    created_by: columns.id({ nullable: true }),
    expires_at: columns.instant(),
    redeemed_at: columns.instant({ nullable: true }),
  },
  unique: [['token_hash']],
  indices: [byLookup],
  foreign: [toOrganization, toWorkspace],
};

const tables = [
  organizations,
  users,
  organizationMembers,
  workspaces,
  workspaceMembers,
  sessions,
  apiKeys,
  invitations,
];

export class CreateIdentity1764000000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await createTable(runner, table);
  }
}
