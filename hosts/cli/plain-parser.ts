import yargs, { type Argv } from 'yargs';

/** A yargs parser without yargs' defaults: it does not exit the process, split dotted names or guess types. */
export function plainParser(args: readonly string[]): Argv {
  return yargs([...args])
    .detectLocale(false)
    .exitProcess(false)
    .showHelpOnFail(false)
    .version(false)
    .help(false)
    .wrap(null)
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'greedy-arrays': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
    });
}
