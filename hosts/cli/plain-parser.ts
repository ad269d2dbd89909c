import yargs, { type Argv } from 'yargs';

/** A yargs parser that has nothing of its own: no process exit, no dotted names, no guesses about types. */
export function plainParser(args: readonly string[]): Argv {
  return yargs([...args])
    .scriptName('svc')
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
