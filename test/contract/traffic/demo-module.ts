import { injectable } from 'tsyringe';
import { contribute, defineModule, defineOperation, handle, rateLimitsPoint, type Handler } from 'svc-registry/kernel';
import { IsString } from 'svc-registry/dto';

class Nothing {}

class WorkspaceInput {
  @IsString() workspace!: string;
}

class Done {
  @IsString() done!: string;
}

const output = () => Promise.resolve(Done);

/** Limited per caller. */
export const spend = defineOperation({
  ...{ id: 'demo.spend', summary: 'Use up a call', effect: 'read', runsAt: 'server', access: 'anyone', limits: ['demo-spend'] },
  ...{ input: () => Promise.resolve(Nothing), output },
  http: { method: 'GET', path: '/v1/spend', tag: 'public' },
});

/** Limited per network address and per workspace. */
export const share = defineOperation({
  ...{ id: 'demo.share', summary: 'Use up a call of a workspace', effect: 'read', runsAt: 'server' },
  limits: ['demo-share', 'demo-place'],
  access: { permission: 'workspace:read', on: 'workspace', of: (input: WorkspaceInput) => input.workspace },
  ...{ input: () => Promise.resolve(WorkspaceInput), output },
  http: { method: 'GET', path: '/v1/share/:workspace', tag: 'public' },
});

@injectable()
class DoneHandler implements Handler<object, Done> {
  run(): Promise<Done> {
    return Promise.resolve({ done: 'yes' });
  }
}

const handler = () => Promise.resolve(DoneHandler);

export const demo = defineModule({
  ...{ id: 'demo', api: '^1.0.0', summary: 'Limited operations', requires: ['identity'] },
  operations: [handle(spend, handler), handle(share, handler)],
  contributes: [
    contribute(rateLimitsPoint, 'demo-spend', { summary: 'Spending', per: 'caller', requests: 1000, seconds: 3600 }),
    contribute(rateLimitsPoint, 'demo-share', { summary: 'Sharing', per: 'workspace', requests: 5, seconds: 3600 }),
    contribute(rateLimitsPoint, 'demo-place', { summary: 'Sharing from one place', per: 'address', requests: 8, seconds: 3600 }),
  ],
});
