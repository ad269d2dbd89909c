import { Cell, CellJob } from './cells/cell.entity.js';
import { CreateEvals1769000000000 } from './create-evals.js';
import { StoredFixture } from './fixtures/fixture.entity.js';
import { Generation } from './generation/generation.entity.js';
import { Bundle } from './runs/bundle.entity.js';
import { EvalRun } from './runs/eval-run.entity.js';
import { EvalScenario } from './runs/eval-scenario.entity.js';
import { PrepareJob } from './runs/jobs.entity.js';
import { EvalSwitch, ScoreOverride } from './runs/switch.entity.js';
import { MailSwitch } from './mail/mail-switch.entity.js';

export const entities = [
  EvalRun,
  EvalScenario,
  Cell,
  CellJob,
  PrepareJob,
  Bundle,
  StoredFixture,
  EvalSwitch,
  ScoreOverride,
  MailSwitch,
  Generation,
];
export const migrations = [CreateEvals1769000000000];
