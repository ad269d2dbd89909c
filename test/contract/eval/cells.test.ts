import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeWithBubblewrap } from '../../../modules/sandbox/testing/bubblewrap.js';
import { CellsHost, type Draft } from './cells-host.js';
import { filesThere, makes, taskOf, type FileDraft } from './drafts.js';
import { context, shows } from './leaks.js';

describeWithBubblewrap('cells', () => {
  let server: CellsHost;
  beforeAll(async () => {
    server = await CellsHost.open();
  });
  afterAll(() => server.stop());

  it('are solved in a folder with the files of their scenario, and scored', async () => {
    const look = 'ls -A; cat order.txt; ls -A ..; ls -A "$HOME"';
    const id = await server.draft({
      scenarios: {
        shop: {
          'task.md': taskOf([{ run: look }, makes('made.txt'), { answer: 'Done.' }]),
          'criteria.json': filesThere('made.txt', 'missing.txt'),
          'scenario.json': JSON.stringify({
            fixtures: {
              app: { type: 'directory', path: '../app', installPath: '.', exclude: ['*.log'] },
            },
          }),
          'resources/data.txt': 'included',
          'setup.sh':
            '#!/bin/sh\n(cat app.txt; cat resources/data.txt; echo; echo setup) > order.txt\n',
          'solution/made.txt': 'reference',
        },
      },
      fixtures: { 'shop/app/app.txt': 'fixture\n', 'shop/app/noise.log': 'x' },
    });
    const [cell] = await server.run(id);
    expect(cell).toMatchObject({
      status: 'scored',
      failure: null,
      contamination: null,
      retries: 0,
    });
    expect(cell!.scored).toMatchObject({ score: 0.5 });
    expect(cell!.solution).toMatchObject({
      answer: 'Done.',
      changed: ['made.txt'],
      agentFailure: null,
      exit: { code: 0 },
    });
    expect(cell!.solution!.diff).toContain('+++ b/made.txt');
    expect(cell!.solution!.transcript).toContain(
      'app.txt\norder.txt\nresources\nfixture\nincluded\nsetup\n',
    );
    expect(cell!.solution!.transcript).not.toMatch(/criteria|noise|solution|setup\.sh/);
  });

  const one = (files: FileDraft, more: Partial<Draft> = {}): Draft => ({
    scenarios: { shop: { 'criteria.json': filesThere('made.txt'), ...files } },
    ...more,
  });
  const ran = async (draft: Draft) => (await server.run(await server.draft(draft)))[0]!;

  describe('with a context', () => {
    const treated = { context, variants: ['with-context'] } as const;
    const read = { run: 'cat skills/refund-policy/SKILL.md rules/amounts.md' };

    it('count if the agent shows that it has read it', async () => {
      const cell = await ran(one({ 'task.md': taskOf([read, makes('made.txt')]) }, treated));
      expect(cell).toMatchObject({ status: 'scored', contamination: null });
      expect(cell.solution!.changed).toEqual(['made.txt']);
      expect(cell.solution!.evidence).toContainEqual(
        expect.stringContaining('has a line of skills/refund-policy/SKILL.md'),
      );
    });

    it('are void if it does not, and are not if it need not', async () => {
      const task = { 'task.md': taskOf([makes('made.txt')]) };
      expect(await ran(one(task, treated))).toMatchObject({
        status: 'void',
        contamination: 'context-not-seen',
        scored: null,
      });
      const settings = { skipForcedContextActivation: true };
      expect(await ran(one(task, { ...treated, settings }))).toMatchObject({
        status: 'scored',
        activatedSkills: [],
      });
    });

    it('say of no skill that it was loaded, or not, where there is none', async () => {
      const rules = { 'rules/amounts.md': context['rules/amounts.md']! };
      const task = taskOf([{ run: 'cat rules/amounts.md' }, makes('made.txt')]);
      const cell = await ran(one({ 'task.md': task }, { ...treated, context: rules }));
      expect(cell).toMatchObject({ status: 'scored', activatedSkills: null });
    });

    it('say which skills the agent has loaded, and tell it to read them', async () => {
      const call = { type: 'tool_use', name: 'Skill', input: { skill: 'acme:refund-policy' } };
      const task = taskOf([
        { when: { said: '- skills/ledger-rows/SKILL.md', then: [makes('made.txt')] } },
        { print: JSON.stringify(call) },
        { print: JSON.stringify({ type: 'text', text: 'I read skills/ledger-rows/SKILL.md' }) },
      ]);
      const cell = await ran(one({ 'task.md': task }, treated));
      expect(cell).toMatchObject({ status: 'scored', activatedSkills: ['refund-policy'] });
      expect(cell.scored!.score).toBe(1);
    });

    it('evaluate the skills that are named alone', async () => {
      const broken = { ...context, 'skills/refund-policy/SKILL.md': '# No name\n' };
      const settings = { skills: ['ledger-rows'] };
      const cell = await ran(
        one(
          { 'task.md': taskOf([{ run: 'cat skills/ledger-rows/SKILL.md' }, makes('made.txt')]) },
          { ...treated, context: broken, settings },
        ),
      );
      expect(cell).toMatchObject({ status: 'scored', activatedSkills: ['ledger-rows'] });
    });
  });

  describe('whose result cannot count', () => {
    const refusal = { type: 'result', is_error: true, stop_reason: 'refusal', result: 'no' };
    const fails = (...steps: readonly object[]) => ({ 'task.md': taskOf([...steps, { exit: 1 }]) });

    it.each([
      {
        after: 'a script that fails',
        files: { 'setup.sh': '#!/bin/sh\necho no room >&2; exit 3\n' },
        failure: ['setup', 'setup.sh ended with exit code 3. It said: no room'],
      },
      {
        after: 'a provider that is overloaded',
        files: fails({ warn: 'API error: 529 overloaded' }),
        failure: ['infra', 'could not ask its model: API error: 529'],
      },
      {
        after: 'a network that is not there',
        files: fails({ warn: 'fetch failed: ECONNREFUSED' }),
        failure: ['infra', 'ECONNREFUSED'],
      },
      {
        after: 'a provider that refuses',
        files: fails({ print: JSON.stringify(refusal) }),
        failure: ['refused', 'The provider refused'],
      },
    ])('are tried again after $after', async ({ files, failure }) => {
      const cell = await ran(one({ 'task.md': taskOf([makes('made.txt')]), ...files }));
      expect(cell).toMatchObject({ status: 'void', retries: 2, scored: null });
      expect(cell.failure).toEqual({
        class: failure[0],
        message: expect.stringContaining(failure[1]!),
      });
    });
  });

  describe('whose agent takes too long', () => {
    const secret = 'sk-0123456789abcdefghijkl';
    const late = (...steps: readonly object[]) => ({
      'task.md': taskOf([...steps, { sleep: 60 }]),
    });
    let slow: CellsHost;
    beforeAll(async () => {
      slow = await CellsHost.open({ SVC_EVAL_MINUTES: '0.05' });
    });
    afterAll(() => slow.stop());
    const lateCell = async (draft: Draft) => (await slow.run(await slow.draft(draft)))[0]!;

    it('say so, and show what it did until then, without secrets and parts of them', async () => {
      const steps = [
        { run: 'echo "$KEY" | tee made.txt' },
        { run: 'printf "so far %s" "${KEY%????}"' },
      ];
      const cell = await lateCell(one(late(...steps), { variables: { KEY: secret } }));
      expect(cell).toMatchObject({
        status: 'void',
        retries: 2,
        scored: null,
        contamination: null,
        filesSha256: null,
        failure: { class: 'timeout', message: 'The agent was ended after 0.05 minutes.' },
      });
      expect(cell.solution).toMatchObject({ changed: ['made.txt'], agentFailure: null });
      expect(cell.solution!.transcript).toBe('***\nso far ');
      expect(cell.solution!.diff).toContain('+***');
      expect(cell.agentMs).toBeGreaterThan(0);
    });

    it('are not tried again if a baseline has seen the context', async () => {
      const rule = context['rules/amounts.md']!;
      const cell = await lateCell(one(late(shows(rule)), { context }));
      expect(cell).toMatchObject({
        status: 'void',
        retries: 0,
        contamination: 'baseline-saw-context',
        failure: { class: 'timeout' },
      });
    });

    it('are not blamed for a context that it has not read yet', async () => {
      const cell = await lateCell(one(late(), { context, variants: ['with-context'] }));
      expect(cell).toMatchObject({ contamination: null, failure: { class: 'timeout' } });
      expect(cell.solution!.evidence).toEqual([
        "the agent's output does not show that it has seen the context",
      ]);
    });
  });

  it('say which setting cannot be read', async () => {
    const other = await CellsHost.open({ SVC_EVAL_MINUTES: 'ten' });
    try {
      const draft = one({ 'task.md': taskOf([makes('made.txt')]) });
      expect((await other.run(await other.draft(draft)))[0]).toMatchObject({
        status: 'void',
        retries: 0,
        failure: {
          class: 'infra',
          message: 'SVC_EVAL_MINUTES is "ten", not a number of minutes, at most 240.',
        },
      });
    } finally {
      await other.stop();
    }
  });

  it('count as they stand when the agent fails by itself', async () => {
    const cell = await ran(
      one({ 'task.md': taskOf([makes('made.txt'), { warn: 'a bug' }, { exit: 7 }]) }),
    );
    expect(cell).toMatchObject({ status: 'scored', retries: 0, failure: null });
    expect(cell.solution!.agentFailure).toBe('It ended with exit code 7.');
    expect(cell.scored!.score).toBe(1);
  });

  it('have no secret in what is kept of them', async () => {
    const secret = 'sk-0123456789abcdefghijkl';
    const steps = [{ run: 'echo "$KEY" | tee made.txt' }, { answer: `It is ${secret}` }];
    const draft = one({ 'task.md': taskOf(steps) }, { variables: { KEY: secret } });
    const cell = await ran(draft);
    expect(cell).toMatchObject({ status: 'scored', filesSha256: null });
    expect(JSON.stringify(cell.solution)).not.toContain(secret);
    expect(cell.solution).toMatchObject({ answer: 'It is ***', changed: ['made.txt'] });
  });

  it('have no secret in what a check says of their files', async () => {
    const secret = 'sk-0123456789abcdefghijkl';
    const check = {
      type: 'schema',
      path: 'out.json',
      schema: { additionalProperties: { type: 'number' } },
    };
    const item = { name: 'Numbers', description: 'Only numbers', max_score: 1, check };
    const cell = await ran(
      one(
        {
          'task.md': taskOf([{ run: `printf '{"%s":"x"}' "$KEY" > out.json` }]),
          'criteria.json': JSON.stringify({
            context: 'x',
            type: 'weighted_checklist',
            checklist: [item],
          }),
        },
        { variables: { KEY: secret } },
      ),
    );
    expect(cell.scored!.results).toMatchObject([
      { score: 0, reasoning: 'out.json does not fit the schema: /*** must be number.' },
    ]);
  });

  it('have no secret in why they are void', async () => {
    const secret = 'sk-0123456789abcdefghijkl';
    const steps = [{ run: 'echo "401 invalid api key: $KEY" >&2' }, { exit: 1 }];
    const cell = await ran(one({ 'task.md': taskOf(steps) }, { variables: { KEY: secret } }));
    expect(cell.failure!.message).toContain('401 invalid api key: ***');
    expect(JSON.stringify(server.host.log)).not.toContain(secret);
  });

  it('show the files of repositories that the agent has made, too', async () => {
    const run =
      'git init -q new && echo one > new/main.rs && git init -q old && echo two > old/a.txt && git -C old add . && git -C old -c user.name=a -c user.email=a@b.c commit -qm x';
    const cell = await ran(
      one({
        'task.md': taskOf([{ run }]),
        'criteria.json': filesThere('new/main.rs', 'new/.git/HEAD', 'old/.git/HEAD'),
      }),
    );
    expect(cell.solution!.changed).toEqual(['new/main.rs', 'old/a.txt']);
    expect(cell.scored!.score).toBe(1);
  });

  it('say that too many files have changed for a list of them', async () => {
    const name = 'n'.repeat(200);
    const run = `mkdir many && cd many && seq -f ${name}%g 6000 | xargs touch`;
    const cell = await ran(one({ 'task.md': taskOf([{ run }]) }));
    expect(cell.solution).toMatchObject({
      diff: '',
      evidence: ['the changes are not known: too many files have changed'],
    });
  });

  describe('of agents for tests', () => {
    const files = {
      'task.md': 'Write made.txt.',
      'solution/made.txt': 'reference',
      'solution/src/more.txt': 'x',
    };

    it.each([
      { agent: 'oracle', score: 1, changed: ['made.txt', 'src/more.txt'] },
      { agent: 'empty', score: 0, changed: [] },
    ])('$agent: a score of $score', async ({ agent, score, changed }) => {
      const cell = await ran(one(files, { settings: { agent } }));
      expect(cell).toMatchObject({ status: 'scored', scored: { score } });
      expect(cell.solution).toMatchObject({ changed, agentFailure: null });
    });

    it('replay does what a recorded cell did', async () => {
      const first = await ran(
        one({
          'task.md': taskOf([
            { print: 'working' },
            makes('made.txt', 'a\nb\n'),
            { answer: 'Done.' },
          ]),
        }),
      );
      const { diff, transcript, answer } = first.solution!;
      const REPLAY_RECORDING = JSON.stringify({ diff, transcript, answer });
      const again = await ran(
        one(
          { 'task.md': 'Write made.txt.' },
          { settings: { agent: 'replay' }, variables: { REPLAY_RECORDING } },
        ),
      );
      expect(again).toMatchObject({ status: 'scored', scored: { score: 1 } });
      expect(again.solution).toMatchObject({ answer: 'Done.', changed: ['made.txt'] });
      expect(again.solution!.transcript).toContain('working');
    });
  });

  it('are scored again without an agent when their solution is known', async () => {
    const first = await ran(one({ 'task.md': taskOf([makes('made.txt')]) }));
    const draft = one(
      { 'task.md': 'No agent does this.', 'criteria.json': filesThere('made.txt', 'x') },
      { settings: { agent: 'unknown' } },
    );
    const id = await server.draft(draft);
    await server.takeOver(id, first.id);
    const [cell] = await server.run(id);
    expect(cell).toMatchObject({
      status: 'scored',
      scored: { score: 0.5 },
      solutionSha256: first.solutionSha256,
      filesSha256: first.filesSha256,
    });
  });

  it('end unscored where nothing is to be scored', async () => {
    const settings = { skipScoring: true };
    const cell = await ran(one({ 'task.md': taskOf([makes('made.txt')]) }, { settings }));
    expect(cell).toMatchObject({ status: 'unscored', scored: null, failure: null });
  });

  describe('are refused', () => {
    const draft = one({ 'task.md': taskOf([makes('made.txt')]) });

    it('when whoever started them may not any more', async () => {
      const id = await server.draft(draft);
      await server.change(id, { createdBy: server.host.people.outsider.id });
      expect((await server.run(id))[0]).toMatchObject({
        status: 'void',
        retries: 0,
        failure: { class: 'refused', message: expect.stringContaining('may not run any') },
      });
    });

    it('when whoever started them is gone', async () => {
      const id = await server.draft(draft);
      await server.change(id, { createdBy: null });
      expect((await server.run(id))[0]!.failure).toMatchObject({ class: 'refused' });
    });

    it('when the run was cancelled', async () => {
      const id = await server.draft(draft);
      await server.change(id, { cancelRequested: true });
      expect((await server.run(id))[0]!.failure).toEqual({
        class: 'refused',
        message: 'The evaluation was cancelled.',
      });
    });

    it('when evaluations are switched off', async () => {
      const id = await server.draft(draft);
      await server.switchOff();
      expect((await server.run(id))[0]!.failure).toMatchObject({
        class: 'refused',
        message: expect.stringContaining('switched off'),
      });
    });
  });
});
