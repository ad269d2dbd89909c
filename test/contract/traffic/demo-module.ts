import { injectable } from 'tsyringe';
import {
  contribute,
  defineModule,
  defineOperation,
  handle,
  rateLimitsPoint,
  type Context,
  type Handler,
} from 'svc-registry/kernel';
import { IsBoolean, IsInt, IsString, Optional } from 'svc-registry/dto';

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
  id: 'demo.spend',
  summary: 'Use up a call',
  effect: 'read',
  runsAt: 'server',
  access: 'anyone',
  limits: ['demo-spend'],
  input: () => Promise.resolve(Nothing),
  output,
  http: { method: 'GET', path: '/v1/spend', tag: 'public' },
});

/** Limited per network address and per workspace. */
export const share = defineOperation({
  id: 'demo.share',
  summary: 'Use up a call of a workspace',
  effect: 'read',
  runsAt: 'server',
  limits: ['demo-share', 'demo-place'],
  access: {
    permission: 'workspace:read',
    on: 'workspace',
    of: (input: WorkspaceInput) => input.workspace,
  },
  input: () => Promise.resolve(WorkspaceInput),
  output,
  http: { method: 'GET', path: '/v1/share/:workspace', tag: 'public' },
});

class WorkInput {
  @IsInt() milliseconds!: number;
  @Optional() @IsBoolean() fails?: boolean;
}

/** Limited by the time that it takes. */
export const work = defineOperation({
  id: 'demo.work',
  summary: 'Work for a while',
  effect: 'read',
  runsAt: 'server',
  access: 'anyone',
  limits: ['demo-work'],
  input: () => Promise.resolve(WorkInput),
  output,
  http: { method: 'POST', path: '/v1/work', tag: 'public' },
});

@injectable()
class WorkHandler implements Handler<WorkInput, Done> {
  run({ milliseconds, fails }: WorkInput, { spent }: Context): Promise<Done> {
    spent?.(milliseconds);
    return fails === true
      ? Promise.reject(new Error('the work has failed'))
      : Promise.resolve({ done: 'yes' });
  }
}

@injectable()
class DoneHandler implements Handler<object, Done> {
  run(): Promise<Done> {
    return Promise.resolve({ done: 'yes' });
  }
}

const handler = () => Promise.resolve(DoneHandler);

export const demo = defineModule({
  id: 'demo',
  api: '^1.0.0',
  summary: 'Limited operations',
  requires: ['identity'],
  operations: [
    handle(spend, { run: handler }),
    handle(share, { run: handler }),
    handle(work, { run: () => Promise.resolve(WorkHandler) }),
  ],
  contributes: [
    contribute(rateLimitsPoint, 'demo-spend', {
      summary: 'Spending',
      per: 'caller',
      requests: 1000,
      seconds: 3600,
    }),
    contribute(rateLimitsPoint, 'demo-share', {
      summary: 'Sharing',
      per: 'workspace',
      requests: 5,
      seconds: 3600,
    }),
    contribute(rateLimitsPoint, 'demo-place', {
      summary: 'Sharing from one place',
      per: 'address',
      requests: 8,
      seconds: 3600,
    }),
    contribute(rateLimitsPoint, 'demo-work', {
      summary: 'Working',
      per: 'caller',
      milliseconds: 1000,
      seconds: 3600,
    }),
  ],
});
