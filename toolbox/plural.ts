/** `file` for one, `files` for all other numbers. */
export const plural = (count: number, noun: string): string => (count === 1 ? noun : `${noun}s`);

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string): string => `${count} ${plural(count, noun)}`;
