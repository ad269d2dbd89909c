import {
  type AuditedCall,
  type AuditedCalls,
  type Stage,
} from '../../../test/contract/audit/audited-calls.js';
import { type AccessCases, input } from '../../../test/contract/authorization/access-case.js';

// without a key, which not every server of the tests can seal
const model = { model: 'openai/qwen3', baseUrl: 'https://models.example.com/v1' };

/** How the operations are called, and who may call them. */
export const accessCases: AccessCases = {
  'models.showWorkspaceModel': {
    least: 'manager',
    call: ({ workspace }) => input({ workspace }),
  },
  'models.setWorkspaceModel': {
    least: 'manager',
    call: ({ workspace }) => input({ workspace, ...model }),
  },
  'models.removeWorkspaceModel': {
    least: 'manager',
    call: ({ workspace }) => input({ workspace }),
  },
};

const ofTools = async (stage: Stage, more: object = {}): Promise<AuditedCall> => ({
  input: { workspace: 'tools', ...more },
  object: await stage.workspace('tools'),
});

export const auditedCalls: AuditedCalls = {
  'models.setWorkspaceModel': (stage) => ofTools(stage, model),
  'models.removeWorkspaceModel': (stage) => ofTools(stage),
};
