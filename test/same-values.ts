/** Properties try the same values in every run by day, so that a change is judged by what it changes; the nightly run looks for new ones. */
import fc from 'fast-check';
import { LONG } from './faults/harness/rounds.js';

const SEED = 20_261_129;

if (!LONG) fc.configureGlobal({ seed: SEED });
