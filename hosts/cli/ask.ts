import { cancelled, type Ask, type Choice } from 'svc-registry/kernel';
import type * as Prompts from '@clack/prompts';
import type { Interrupts } from './exit.js';
import { printable } from './printable.js';
import type { Terminal } from './terminal.js';
import { cutText } from './text-layout.js';

/** Questions at the terminal. They are written to stderr, so that stdout contains only the result. */
export function terminalAsk(interrupts: Interrupts, { status }: Pick<Terminal, 'status'>): Ask {
  const shared = { output: process.stderr, signal: interrupts.signal };
  const put = async <T>(
    question: (prompts: typeof Prompts) => Promise<T>,
  ): Promise<Exclude<T, symbol>> => {
    const prompts = await import('@clack/prompts');
    // clears the progress line, or the question would be printed behind it
    status('');
    const answer = await question(prompts);
    if (!prompts.isCancel(answer)) return answer as Exclude<T, symbol>;
    // the terminal is in raw mode while a question is open: Ctrl+C arrives here and not as a signal
    interrupts.interrupt('SIGINT');
    throw cancelled({ what: 'The question' });
  };
  const base = ({ message }: { message: string }) => ({ ...shared, message: printable(message) });
  return {
    interactive: true,
    confirm: (question) =>
      put((prompts) =>
        prompts.confirm({ ...base(question), initialValue: question.initial ?? false }),
      ),
    text: ({ initial, check, ...question }) =>
      put((prompts) =>
        prompts.text({
          ...base(question),
          ...(initial === undefined ? {} : { initialValue: initial }),
          ...(check === undefined
            ? {}
            : { validate: (answer) => problemText(check(answer ?? '')) }),
        }),
      ),
    password: (question) => put((prompts) => prompts.password(base(question))),
    select: <T extends string>(question: Choice<T>) =>
      put<T | symbol>((prompts) =>
        prompts.select({ ...base(question), options: optionsOf(question) }),
      ),
    selectMany: <T extends string>(
      question: Choice<T> & { initial?: readonly T[]; search?: boolean },
    ) =>
      put<T[] | symbol>((prompts) => {
        const options = {
          ...base(question),
          options: optionsOf(question),
          initialValues: [...(question.initial ?? [])],
          required: false,
        };
        return question.search === true
          ? prompts.autocompleteMultiselect({ ...options, ...searchable(options.options) })
          : prompts.multiselect(options);
      }),
  };
}

/** Columns of a row before its label. */
const ROW_START = 6;

/** Each option on one row, since longer ones push the field of the search off the screen; what is cut off is searched too. */
function searchable<T>(options: Prompts.Option<T>[]): {
  options: Prompts.Option<T>[];
  filter: (search: string, option: Prompts.Option<T>) => boolean;
} {
  const room = (process.stderr.columns || 80) - ROW_START;
  const texts = new Map(options.map(({ value, label }) => [value, label?.toLowerCase() ?? '']));
  return {
    options: options.map((option) => ({ ...option, label: cutText(option.label ?? '', room) })),
    filter: (search, { value }) => texts.get(value)?.includes(search.trim().toLowerCase()) === true,
  };
}

const problemText = (problem: string | undefined): string | undefined =>
  problem === undefined ? undefined : printable(problem);

function optionsOf<T extends string>({ options }: Choice<T>): Prompts.Option<T>[] {
  return options.map(({ value, label, hint }) => ({
    value,
    label: printable(label ?? value),
    ...(hint === undefined ? {} : { hint: printable(hint) }),
  })) as Prompts.Option<T>[];
}
