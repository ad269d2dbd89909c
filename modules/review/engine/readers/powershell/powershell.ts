/** Programs in PowerShell. */
import type { Reader } from '../../facts.js';
import { spanAt } from '../../unit.js';
import { newWalker } from '../shell/shell.js';
import { readBatch } from './batch.js';
import { PowerShellWalker } from './walk.js';

/** Reads a unit of PowerShell; programs that it starts are read as those of a shell. */
export const readPowerShell: Reader = (unit) => {
  if (ECHO_OFF.test(unit.text)) return readBatch(unit);
  const walker = newWalker(unit);
  const { session } = walker;
  new PowerShellWalker(unit.text, session, (from, to) => spanAt(unit, from, to)).statements();
  walker.finish();
  return walker.session.reading();
};

/** How batch files begin: fences call both the same. */
const ECHO_OFF = /^\s*@echo off\b/i;
