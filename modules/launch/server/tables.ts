import { CreateEnvironments1768300000000 } from './environments/create-environments.js';
import { Environment } from './environments/environment.entity.js';
import { LogEntry } from './logs/log-entry.entity.js';
import { CreateLaunchRuns1768400000000 } from './runs/create-launch-runs.js';
import { AddTurns1768500000000 } from './runs/add-turns.js';
import { IndexStates1769300000000 } from './runs/index-states.js';
import { LaunchRun } from './runs/launch-run.entity.js';

export const entities = [Environment, LaunchRun, LogEntry];
export const migrations = [
  CreateEnvironments1768300000000,
  CreateLaunchRuns1768400000000,
  AddTurns1768500000000,
  IndexStates1769300000000,
];
