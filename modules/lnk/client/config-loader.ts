import { inject, injectable } from 'tsyringe';
import {
  hostKey,
  usageError,
  type Context,
  type ErrorIssue,
  type HostInfo,
} from 'svc-registry/kernel';
import {
  loadConfiguration,
  type Loaded,
  type SourceText,
} from '../config/load/load-configuration.js';
import type { Problem } from '../config/load/problem-at.js';
import { problemLine, problemSentences } from './problem-line.js';
import type { Configuration } from '../config/resolve/configuration.js';
import { formatOf } from '../config/source/format.js';
import { readSource } from '../config/source/read-source.js';
import { sourceName } from '../config/source/source-name.js';
import { configInvalid } from '../contract/errors.js';
import { counted } from '../../../toolbox/plural.js';

/** The file that `-f` means without a value. */
const USUAL_FILE = '.lnk/lnk.json';

export interface LoadOptions {
  /** Properties of `SessionFlags`. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** False where something else may still choose the target. */
  readonly final?: boolean;
}

/** The file that `--config-file` names: none without the flag. */
export function fileOf(configFile: readonly string[] | undefined): string | undefined {
  if (configFile === undefined) return undefined;
  const [file = USUAL_FILE, ...more] = configFile;
  if (more.length > 0)
    throw usageError({
      what: `--config-file was given ${configFile.length} times, and a session has one file.`,
      hint: 'Name one of them.',
    });
  return file;
}

/** Reads configurations for commands. */
@injectable()
export class ConfigLoader {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  /** Throws when the file cannot be read; mistakes in it are in the answer. */
  async load(
    file: string | undefined,
    { cwd, env }: Context,
    { flags = {}, final = false }: LoadOptions = {},
  ): Promise<Loaded> {
    const source = file === undefined ? undefined : await this.#source(file, cwd);
    return loadConfiguration({ source, flags, env, cwd, final });
  }

  /** A configuration without mistakes; its warnings are shown. Throws `config_invalid`. */
  async valid(
    file: string | undefined,
    context: Context,
    options?: LoadOptions,
  ): Promise<Configuration> {
    const { configuration, problems } = await this.load(file, context, options);
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0)
      throw configInvalid(
        { file: file && sourceName(file), mistakes: counted(errors.length, 'mistake') },
        { issues: errors.map(issueOf) },
      );
    for (const problem of problems) context.progress.warn(problemLine(problem));
    return configuration;
  }

  async #source(file: string, cwd: string): Promise<SourceText> {
    const { name, text } = await readSource(file, { cwd, host: this.host });
    return { name, text, format: formatOf(name, text) };
  }
}

/** A problem as an error lists it: with what to do. */
function issueOf(problem: Problem): ErrorIssue {
  const { file, line, column, field } = problem;
  return {
    ...(file !== undefined && { file, line, column }),
    field,
    message: problemSentences(problem),
  };
}
