import { hostKey, type ErrorIssue, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  projectFilesKey,
  type ProjectBlock,
  type ProjectFile,
  type ProjectFiles,
} from '../../../install/contract/project-files.js';
import { pluginFormatKey, type PluginFormat } from '../../../registry/contract/plugin-format.js';
import type { FileProblem } from './problem.js';
import { readEntries, type FileSchedule } from './read-entries.js';

const BLOCK = 'schedules';

/** To find the position of a problem, the whole file is read again. */
const MOST_PROBLEMS = 1000;

/** The schedules of a `svc.json`. */
export interface FileSchedules {
  readonly file: ProjectFile;
  /** Those without a problem. */
  readonly schedules: readonly FileSchedule[];
  readonly problems: readonly ErrorIssue[];
  /** A problem of an entry that the server has found, with its position. */
  readonly issue: (key: string, message: string) => ErrorIssue;
}

/** Reads the schedules of the nearest `svc.json`. */
@injectable()
export class ScheduleFile {
  constructor(
    @inject(projectFilesKey) private readonly files: ProjectFiles,
    @inject(pluginFormatKey) private readonly format: Pick<PluginFormat, 'nearestName'>,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** `undefined` if there is no file; one without the block has no schedules. Throws `project_file_invalid` for a broken one. */
  async around(folder: string): Promise<FileSchedules | undefined> {
    const block = await this.files.block(folder, BLOCK);
    if (block !== undefined) return this.#read(block);
    const file = await this.files.around(folder);
    const issue = (_key: string, message: string): ErrorIssue => ({ message });
    return file && { file, schedules: [], problems: [], issue };
  }

  async #read(block: ProjectBlock): Promise<FileSchedules> {
    const { value: schedules, problems } = readEntries(block.value, this.host.clock());
    const issues: ErrorIssue[] = [];
    for (const problem of problems.slice(0, MOST_PROBLEMS))
      issues.push(block.issue(problem.path, await this.#message(problem)));
    const more = problems.length - issues.length;
    if (more > 0) issues.push(block.issue([], `has ${more} more problems`));
    const issue = (key: string, message: string): ErrorIssue => block.issue([key], message);
    return { file: block.file, schedules, problems: issues, issue };
  }

  async #message({ message, misspelt }: FileProblem): Promise<string> {
    if (misspelt === undefined) return message;
    const meant = await this.format.nearestName(misspelt.name, misspelt.known);
    return meant === undefined ? message : `${message}; did you mean "${meant}"?`;
  }
}
