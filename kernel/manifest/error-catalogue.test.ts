import { describe, expect, it } from '@jest/globals';
import { defineError, ExitCode, type ModuleDeclaration } from '../api/index.js';
import { errorsOf } from './error-catalogue.js';

const common = { code: 'broken', status: 400, exit: ExitCode.invalid, title: 'Broken' };

interface Facts {
  readonly path: string;
  readonly names: readonly string[];
  readonly hint?: string;
}

const textsOf = (spec: Omit<Parameters<typeof defineError<Facts>>[0], keyof typeof common>) => {
  const errors = [defineError<Facts>({ ...common, ...spec })];
  const declaration: ModuleDeclaration = { id: 'poll', api: '*', summary: 'Polls', errors };
  const entry = errorsOf([declaration]).at(-1)?.errors[0];
  return [entry?.cause, entry?.remedy];
};

describe('the reference of errors', () => {
  it('has the texts of a definition, with the names of their facts', () => {
    expect(
      textsOf({
        message: ({ path }) => `The file ${path} is broken.`,
        hint: ({ hint }) => hint ?? 'Mend it.',
      }),
    ).toEqual(['The file <path> is broken.', 'Mend it.']);
  });

  it('prefers what was written for it', () => {
    expect(
      textsOf({ message: () => 'a', hint: () => 'b', cause: 'Why.', remedy: 'What.' }),
    ).toEqual(['Why.', 'What.']);
  });

  it.each<(facts: Facts) => string>([
    ({ names }) => names.join(', '),
    ({ names }) => `${names.length} names`,
    ({ path }) => path,
    ({ path }) => path.slice(0, 10),
    ({ names }) => `${1 * Number(names)}`,
  ])('has no text that more than names its facts: %p', (message) => {
    expect(textsOf({ message })).toEqual([undefined, undefined]);
  });

  it('begins with the codes that any module may answer, sorted', () => {
    const [kernel, ...others] = errorsOf([{ id: 'empty', api: '*', summary: 'Nothing' }]);
    expect(others).toEqual([]);
    const codes = kernel?.errors.map(({ code }) => code) ?? [];
    expect(codes).toEqual([...codes].sort());
    expect(codes).toEqual(expect.arrayContaining(['file_system', 'internal', 'not_found']));
  });
});
