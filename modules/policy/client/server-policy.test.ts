import { beforeEach, describe, expect, it } from '@jest/globals';
import { notFound, serverUnreachable, type AnyOperation, type Invoke } from 'svc-registry/kernel';
import type { InstallCandidate, PolicyContext } from '../../install/contract/policies.js';
import type { SourceVerdict } from '../contract/dto/evaluation.js';
import { ServerPolicy } from './server-policy.js';

const allowed: SourceVerdict = { decision: 'allow', reasons: [], fallbackSource: null };
const plugin = (name: string, locked = false): InstallCandidate => ({
  name,
  source: { kind: 'registry', version: '1.0.0' },
  locked,
});
const folder: InstallCandidate = {
  name: 'acme/own',
  source: { kind: 'file', folder: '/secret/place' },
  locked: false,
};

type Asked = {
  readonly workspace?: string;
  readonly project?: string;
  readonly mode?: string;
  readonly sources: readonly object[];
};

describe('asking the server for its install policy', () => {
  let asked: Asked[];
  let said: string[];
  let token: string | undefined;
  let answer: (input: Asked) => readonly SourceVerdict[];

  beforeEach(() => {
    [asked, said, token] = [[], [], 'token'];
    answer = ({ sources }) => sources.map(() => allowed);
  });

  const judge = (candidates: readonly InstallCandidate[], project?: string) => {
    const invoke = ((_operation: AnyOperation, input: Asked) => {
      asked.push(input);
      return Promise.resolve().then(() => ({ results: answer(input) }));
    }) as unknown as Invoke;
    const say = (text: string) => void said.push(text);
    const progress: PolicyContext['progress'] = { step: say, note: say, warn: say };
    const context: PolicyContext = {
      invoke,
      progress,
      cwd: '/',
      signal: new AbortController().signal,
      scope: { project, mode: 'managed' },
    };
    const connections = { current: () => Promise.resolve({ origin: 'http://127.0.0.1', token }) };
    return new ServerPolicy(connections).judge(candidates, context);
  };

  it('names workspace and project of a linked project, and nothing of folders', async () => {
    await judge([plugin('acme/tools'), folder], 'acme/site');
    expect(asked).toEqual([
      {
        workspace: 'acme',
        project: 'site',
        mode: 'managed',
        sources: [{ kind: 'registry', name: 'acme/tools', version: '1.0.0' }],
      },
    ]);
    await judge([folder], 'acme/site');
    expect(asked).toHaveLength(1);
  });

  it.each(['site', '@acme/site', 'acme/site/more', 'acme/', `acme/${'x'.repeat(200)}`, undefined])(
    'takes %j for a project that is linked to nothing',
    async (name) => {
      await judge([plugin('acme/tools')], name);
      expect(asked).toEqual([{ mode: 'managed', sources: [expect.anything()] }]);
    },
  );

  it('asks for what holds for the caller where the workspace is none of theirs, and goes on where nothing does', async () => {
    answer = () => {
      throw notFound({ kind: 'policyTarget', id: 'x' });
    };
    await expect(judge([plugin('acme/tools')], 'acme/site')).resolves.toEqual([]);
    expect(asked.map(({ workspace }) => workspace)).toEqual(['acme', undefined]);
    expect(said).toEqual([expect.stringContaining('no install policy')]);
  });

  it('asks in parts that the server takes, and keeps their order', async () => {
    const block = (message: string): SourceVerdict => ({
      decision: 'block',
      reasons: [{ kind: 'release-age', level: 'block', message, policyLevels: ['org'] }],
      fallbackSource: null,
    });
    answer = ({ sources }) => sources.map((source) => block(JSON.stringify(source)));
    const findings = await judge(Array.from({ length: 201 }, (_, at) => plugin(`acme/p${at}`)));
    expect(asked.map(({ sources }) => sources.length)).toEqual([200, 1]);
    for (const { name, message } of findings) expect(message).toContain(`"${name}"`);
    expect(findings[200]).toMatchObject({
      name: 'acme/p200',
      level: 'block',
      rule: 'release-age',
      hint: expect.stringContaining('organization'),
    });
  });

  it('lets nothing in about which there is no answer', async () => {
    answer = () => [];
    await expect(judge([plugin('acme/tools')])).rejects.toMatchObject({
      code: 'policy_unreachable',
      exit: 6,
    });
  });

  it('lets in only what the lock names when the server cannot be reached', async () => {
    answer = () => {
      throw serverUnreachable({ url: 'http://127.0.0.1', why: 'nothing listens there' });
    };
    await expect(judge([plugin('acme/tools', true)])).resolves.toEqual([]);
    expect(said).toEqual([expect.stringContaining('not checked for acme/tools')]);
    await expect(judge([plugin('acme/tools', true), plugin('acme/new')])).rejects.toMatchObject({
      code: 'policy_unreachable',
      message: expect.stringContaining('acme/new'),
    });
  });

  it('asks nobody for a stranger', async () => {
    token = undefined;
    await expect(judge([plugin('acme/tools')], 'acme/site')).resolves.toEqual([]);
    expect({ asked, said }).toEqual({ asked: [], said: [expect.stringContaining('svc login')] });
  });
});
