import { STATUS_CODES } from 'node:http';
import {
  errorCatalogueKey,
  ExitCode,
  notFound,
  type ErrorCatalogue,
  type ErrorEntry,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { view, type Page, type PageAnswer, type PageRequest } from '../../../web/contract/index.js';

const template = new URL('error.njk', import.meta.url);

const exitWords: Readonly<Record<ExitCode, string>> = {
  [ExitCode.ok]: 'done',
  [ExitCode.bug]: 'a fault of the program',
  [ExitCode.usage]: 'wrong usage',
  [ExitCode.invalid]: 'invalid input',
  [ExitCode.notFound]: 'not found',
  [ExitCode.conflict]: 'conflict',
  [ExitCode.unavailable]: 'unavailable',
  [ExitCode.denied]: 'denied',
  [ExitCode.gate]: 'a check failed',
};

/** The parts of a text between its backticks: every second one is code. */
const partsOf = (text: string | undefined): readonly string[] => text?.split('`') ?? [];

const shown = (module: string, { title, status, exit, cause, remedy }: ErrorEntry) => ({
  module,
  title,
  status: [status, STATUS_CODES[status] ?? ''].join(' ').trim(),
  exit: `${exit}: ${exitWords[exit]}`,
  cause: partsOf(cause),
  remedy: partsOf(remedy),
});

/** What a code means in each module that has it: what causes it, and what to do. */
@injectable()
export class ErrorPage implements Page<'code'> {
  constructor(@inject(errorCatalogueKey) private readonly catalogue: ErrorCatalogue) {}

  async get({ params: { code } }: PageRequest<'code'>): Promise<PageAnswer> {
    const modules = await this.catalogue.modules();
    const meanings = modules.flatMap(({ module, errors }) =>
      errors.filter((error) => error.code === code).map((error) => shown(module, error)),
    );
    if (meanings.length === 0)
      throw notFound({ kind: 'error code', id: code, hint: 'The page /errors lists all codes.' });
    return view(template, { code, meanings });
  }
}
