/** Plugins that are evaluated, installed by the built program in the sandbox of each cell. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CellsHost, type Draft } from '../contract/eval/cells-host.js';
import { filesThere, makes, taskOf, type FileDraft } from '../contract/eval/drafts.js';
import { context as skills } from '../contract/eval/leaks.js';
import { describeWithBubblewrap } from '../../modules/sandbox/testing/bubblewrap.js';
import { SVC } from './program.js';

const context: FileDraft = {
  ...skills,
  '.svc-plugin/plugin.json': JSON.stringify({
    name: 'acme/refunds',
    version: '1.0.0',
    description: 'Refunds of the shop',
    private: true,
  }),
};

const SKILL = '.agents/skills/refund-policy/SKILL.md';
const look = { run: `cat ${SKILL}; find ~ .. -name criteria.json; ls -A` };

describeWithBubblewrap('cells with a plugin', () => {
  let server: CellsHost;
  beforeAll(async () => {
    server = await CellsHost.open({}, SVC);
  });
  afterAll(() => server.stop());

  const draft = (files: FileDraft, more: Partial<Draft> = {}): Draft => ({
    scenarios: {
      shop: {
        'task.md': taskOf([look, makes('made.txt')]),
        'criteria.json': filesThere('made.txt'),
        ...files,
      },
    },
    context,
    contextType: 'plugin-directory',
    variants: ['with-context'],
    ...more,
  });
  const ran = async (files: FileDraft, more?: Partial<Draft>) =>
    server.run(await server.draft(draft(files, more)));

  it('have it installed for their agent, each of them, and never see the criteria', async () => {
    const cells = await ran({}, { repeats: 3 });
    expect(cells).toHaveLength(3);
    for (const { status, failure, activatedSkills, solution } of cells) {
      expect({ status, failure }).toEqual({ status: 'scored', failure: null });
      expect(activatedSkills).toEqual(['refund-policy']);
      expect(solution!.changed).toEqual(['made.txt']);
      expect(solution!.transcript).toContain('# Refund policy');
      expect(solution!.transcript).not.toContain('criteria.json');
      expect(solution!.transcript).toMatch(/AGENTS\.md\n(?:.*\n)*svc\.json/);
    }
  });

  it('have it beside what the scenario has at the same place', async () => {
    const [cell] = await ran({
      'setup.sh': '#!/bin/sh\necho "Own instructions." > AGENTS.md\n',
      'task.md': taskOf([look, { run: 'cat AGENTS.md' }, makes('made.txt')]),
    });
    expect(cell).toMatchObject({ status: 'scored', failure: null });
    expect(cell!.solution!.transcript).toMatch(/Own instructions\.\n(?:.*\n)*.*\.svc\/RULES\.md/);
  });

  it('have the skills alone that are named', async () => {
    const settings = { skills: ['ledger-rows'] };
    const task = taskOf([{ run: 'ls .agents/skills; cat .agents/skills/*/SKILL.md' }]);
    const [cell] = await ran({ 'task.md': task }, { settings });
    expect(cell).toMatchObject({ status: 'scored', activatedSkills: ['ledger-rows'] });
    expect(cell!.solution!.transcript).toMatch(/^ledger-rows\n/);
  });

  it('are void if it cannot be installed', async () => {
    const broken = { ...context, '.svc-plugin/plugin.json': '{' };
    const [cell] = await ran({}, { context: broken });
    expect(cell).toMatchObject({ status: 'void', retries: 0, failure: { class: 'setup' } });
  });
});
