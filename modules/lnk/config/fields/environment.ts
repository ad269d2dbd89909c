import type { Field, Section } from './field.js';
import { BOOLEAN, TEXT, TEXTS, mapOf } from './shapes.js';

export const ENVIRONMENT_SECTIONS: readonly Section[] = [
  {
    path: 'feature.env',
    doc: 'The environment variables of the target that the process gets. `true` stands for the defaults, `false` for no variable of the target.',
    shorthands: [
      { form: true, sets: {} },
      { form: false, sets: { exclude: ['*'] } },
    ],
  },
];

export const ENVIRONMENT_FIELDS: readonly Field[] = [
  {
    path: 'feature.env.include',
    shape: TEXTS,
    doc: 'The only variables to take from the target, separated by `;`. `*` stands for any characters, `?` for one. It cannot be given together with `exclude`. Some variables that describe the machine of the target, such as `PATH` and `HOME`, are left out always.',
    fallbackText: 'all variables',
    env: [{ name: 'LNK_OVERRIDE_ENV_VARS_INCLUDE' }],
    flags: [{ input: 'overrideEnvVarsInclude', name: '--override-env-vars-include' }],
  },
  {
    path: 'feature.env.exclude',
    shape: TEXTS,
    doc: 'Variables of the target to leave out, separated by `;`; all others are taken. `*` stands for any characters, `?` for one. It cannot be given together with `include`.',
    fallbackText: 'none',
    env: [{ name: 'LNK_OVERRIDE_ENV_VARS_EXCLUDE' }],
    flags: [{ input: 'overrideEnvVarsExclude', name: '--override-env-vars-exclude' }],
  },
  {
    path: 'feature.env.override',
    shape: mapOf(TEXT),
    doc: 'Variables with values of your own. They win over everything else.',
    fallbackText: 'none',
  },
  {
    path: 'feature.env.mapping',
    shape: mapOf(TEXT, 'pattern'),
    doc: 'Values by regular expressions: a variable whose name matches the expression anywhere gets the whole value. Groups of the expression are not put into it. Of several expressions the first in the file counts.',
    fallbackText: 'none',
  },
  {
    path: 'feature.env.load_from_process',
    shape: BOOLEAN,
    doc: 'Fetches the variables inside the process when it starts, not before. Some debuggers need it: they lose variables on the way to the process.',
    fallback: false,
    env: [{ name: 'LNK_ENV_LOAD_FROM_PROCESS' }],
    beyond: true,
  },
  {
    path: 'feature.env.unset',
    shape: TEXTS,
    doc: 'Variables that the process does not get, also where the local environment has them.',
    fallbackText: 'none',
    beyond: true,
  },
  {
    path: 'feature.env.env_file',
    shape: TEXT,
    doc: 'The path of a dotenv file. Its variables are added to those of the target and replace them.',
    fallbackText: 'no file',
    env: [{ name: 'LNK_OVERRIDE_ENV_VARS_FILE' }],
    flags: [{ input: 'envFile', name: '--env-file' }],
    beyond: true,
  },
];
