import type { HookAnswer } from '../../contract/results.js';

/** As it stands: an agent reads it. */
export const hookAnswerText = ({ stdout }: HookAnswer): string => stdout.trimEnd();
