import { execFile } from 'node:child_process';
import { appendFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pinned from './programs.json' with { type: 'json' };

const runFile = promisify(execFile);

const { programs } = pinned;

/** A limit against hanging. */
const RUN_LIMIT_MS = 240_000;

/** A row of `programs.json`. */
export type ProgramId = keyof typeof programs;

/** What the checks run with, inside the repository. */
export interface Tools {
  /** The repository. */
  readonly root: string;
  /** Where the agents' programs are installed, a folder for each row. */
  readonly programs: string;
}

/** A project and a home that one agent has for itself. */
export class ScratchProject {
  readonly home: string;
  readonly project: string;
  /** Where a plugin of another vendor is made. */
  readonly vendorPlugin: string;
  /** What the agent prints is kept here. */
  readonly log: string;
  /** The agent's program. */
  readonly program: string;
  /** `svc`, as the PATH finds it. */
  readonly #svc: string;
  /** No variable of the person who runs this reaches an agent. */
  readonly env: Readonly<Record<string, string>>;

  private constructor(folder: string, program: string, path: readonly string[]) {
    this.home = join(folder, 'home');
    this.project = join(folder, 'project');
    this.vendorPlugin = join(folder, 'kitchen');
    this.log = join(folder, 'agent.log');
    this.#svc = join(folder, 'bin/svc');
    this.program = program;
    this.env = {
      HOME: this.home,
      PATH: path.join(delimiter),
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      NO_COLOR: '1',
    };
  }

  /** Makes an empty repository with an `AGENTS.md`, and a home; `svc` and the agent's program are on the PATH. */
  static async make(folder: string, program: ProgramId, tools: Tools): Promise<ScratchProject> {
    const bin = join(folder, 'bin');
    await mkdir(bin, { recursive: true });
    await symlink(join(tools.root, 'dist/bin/svc.cjs'), join(bin, 'svc'));
    const path = [
      bin,
      join(tools.programs, program, 'node_modules/.bin'),
      dirname(process.execPath),
      '/usr/local/bin',
      '/usr/bin',
      '/bin',
    ];
    const scratch = new ScratchProject(folder, programs[program].program, path);
    await mkdir(scratch.home);
    await mkdir(scratch.project);
    await writeFile(join(scratch.project, 'AGENTS.md'), '# Kitchen\n');
    await scratch.run('git', ['init', '--quiet']);
    return scratch;
  }

  /** Runs a program in the project and answers what it printed; throws with all it said when it fails. */
  async run(command: string, args: readonly string[]): Promise<string> {
    const running = runFile(command, args, {
      cwd: this.project,
      env: this.env,
      timeout: RUN_LIMIT_MS,
    });
    // a program that asks a person is told at once that nobody answers
    running.child.stdin?.end();
    return (await running).stdout;
  }

  /** The same, with what it said on stderr, also where it failed. */
  async all(command: string, args: readonly string[]): Promise<string> {
    const said = runFile(command, args, { cwd: this.project, env: this.env });
    const { stdout, stderr } = await said.catch(
      (failed: unknown) => failed as { stdout: string; stderr: string },
    );
    return `${stdout}\n${stderr}`;
  }

  /** Takes svc from the PATH, as on the machine of a team mate who does not have it. */
  removeSvc(): Promise<void> {
    return rm(this.#svc);
  }

  /** Writes a file below the home, as the agent itself keeps it there. */
  async writeHome(path: string, content: string | object): Promise<void> {
    const file = join(this.home, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }

  /** Adds to the end of a file below the home. */
  appendHome(path: string, text: string): Promise<void> {
    return appendFile(join(this.home, path), text);
  }
}
