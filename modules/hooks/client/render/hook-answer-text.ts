import type { HookAnswer } from '../../contract/results.js';

/** Printed unchanged, because an agent reads it. */
export const hookAnswerText = ({ stdout }: HookAnswer): string => stdout.trimEnd();
