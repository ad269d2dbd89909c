/** Programs in Ruby, Perl, PHP, Lua, AppleScript and languages that are compiled: what can be told from names, texts and assignments. */
import type { Reader } from '../../facts.js';
import { readText } from '../text/index.js';
import { Program } from './program.js';

export const readSource: Reader = async (unit) => {
  const program = new Program(unit);
  program.run();
  const { facts, units } = program;
  // fences are read for their comments by the document that they stand in
  const around = unit.frames.length > 0 ? undefined : await readText(unit);
  return { units, facts, prose: around?.prose ?? [], links: around?.links ?? [] };
};
