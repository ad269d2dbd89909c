/** Evaluations that are made again with other values, for a whole file. */
export const MOST_REPEATED = 150_000;
/** Items of one list that are computed each. */
export const MOST_ITEMS = 30_000;
