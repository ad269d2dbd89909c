/** What stands for standard input on a command line. */
export const STANDARD_INPUT = '-';

/** A configuration file as people know it: the path as given, or `standard input`. */
export const sourceName = (file: string): string =>
  file === STANDARD_INPUT ? 'standard input' : file;
