import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithBubblewrap } from '../../../modules/sandbox/testing/bubblewrap.js';
import { CellsHost } from './cells-host.js';
import { filesThere, makes, taskOf } from './drafts.js';

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
});
