import {
  defineCommand,
  defineListOperation,
  defineOperation,
  pageQuery,
} from 'svc-registry/kernel';
import { apiKeyScopeRef } from '../references.js';

/** Answers the key once; only its hash is stored. */
export const createApiKey = defineOperation({
  id: 'identity.createApiKey',
  summary: 'Create an API key of a workspace or an organization',
  description:
    'The value is shown once. Keys authenticate through SVC_TOKEN, or `Authorization: Bearer` over HTTP. A key cannot create keys.',
  effect: 'write',
  runsAt: 'server',
  access: { permission: 'api_key:create', on: 'apiKeyScope', of: apiKeyScopeRef },
  answersSecret: true,
  input: () => import('../dto/api-key.js').then((m) => m.CreateApiKeyInput),
  output: () => import('../dto/api-key.js').then((m) => m.CreatedApiKey),
  cli: {
    name: 'api-key create',
    positionals: ['name'],
    examples: [
      {
        command: 'svc api-key create ci --workspace acme --expires 90d',
        text: 'A publisher key for 90 days',
      },
    ],
  },
  http: { method: 'POST', path: '/v1/api-keys', tag: 'public', status: 201 },
});

export const listApiKeys = defineListOperation({
  id: 'identity.listApiKeys',
  summary: 'List the API keys of a workspace or an organization',
  effect: 'read',
  runsAt: 'server',
  access: { permission: 'api_key:list', on: 'apiKeyScope', of: apiKeyScopeRef },
  input: () => import('../dto/api-key.js').then((m) => m.ListApiKeysInput),
  output: () => import('../dto/api-key.js').then((m) => m.ApiKeyView),
  cli: { name: 'api-key list' },
  http: { method: 'GET', path: '/v1/api-keys', tag: 'public', query: pageQuery },
});

export const deleteApiKey = defineCommand({
  id: 'identity.deleteApiKey',
  summary: 'Revoke an API key',
  effect: 'write',
  runsAt: 'server',
  access: { permission: 'api_key:delete', on: 'key', of: (input) => input.id },
  input: () => import('../dto/api-key.js').then((m) => m.ApiKeyRef),
  cli: {
    name: 'api-key delete',
    positionals: ['id'],
    confirm: 'Revoke the API key {id}? Programs that use it will be refused.',
  },
  http: { method: 'DELETE', path: '/v1/api-keys/:id', tag: 'public' },
});
