import { mkdir, mkdtemp, realpath, rm, writeFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { HostInfo } from 'svc-registry/kernel';
import type { PluginFolders } from '../../../registry/contract/plugin-format.js';
import type { ProjectMode } from '../../contract/agent-ids.js';
import type {
  InitInput,
  InstallInput,
  InstallPackageInput,
  UninstallInput,
  UpdateInput,
} from '../../contract/inputs.js';
import type { InstallPolicy } from '../../contract/policies.js';
import type { InitReport, ProjectChange } from '../../contract/results.js';
import { InitHandler } from '../handlers/init.js';
import { InstallHandler, InstallPackageHandler } from '../handlers/install.js';
import { UninstallHandler } from '../handlers/uninstall.js';
import { UpdateHandler } from '../handlers/update.js';
import { FolderRegistry } from './folder-registry.js';
import { makePlugin, type PluginSketch } from './make-plugin.js';
import { pluginFormat } from './plugin-format.js';
import { snapshot } from './snapshot.js';
import { testContext, type TestContext } from './test-context.js';
import { testTools } from './test-tools.js';

/** A repository in a temporary folder, with plugins beside it and a registry. */
export class TestProject {
  readonly root: string;
  /** The user's home folder; empty at first. */
  readonly home: string;
  readonly registry: FolderRegistry;
  context: TestContext;
  /** Fails at a point of a command. */
  fault: HostInfo['fault'];
  readonly policies: InstallPolicy[] = [];

  private constructor(
    readonly base: string,
    readonly format: PluginFolders,
  ) {
    this.root = join(base, 'repo');
    this.registry = new FolderRegistry(join(base, 'registry'), format);
    this.home = join(base, 'home');
    this.context = testContext(this.root, { env: { HOME: this.home } });
  }

  static async create(): Promise<TestProject> {
    const base = await realpath(await mkdtemp(join(tmpdir(), 'svc-install-')));
    const project = new TestProject(base, await pluginFormat());
    await mkdir(join(project.root, '.git'), { recursive: true });
    await mkdir(project.home);
    return project;
  }

  get tools() {
    return testTools(this.format, this.registry, {
      fault: this.fault,
      policies: this.policies,
      home: join(this.base, 'svc-home'),
    });
  }

  init(input: InitInput = {}): Promise<InitReport> {
    return new InitHandler(this.tools).run(input, this.fresh());
  }

  install(source: string[], input: object = {}): Promise<ProjectChange> {
    return new InstallHandler(this.tools).run(
      { source, ...(input as Omit<InstallInput, 'source'>) },
      this.fresh(),
    );
  }

  /** Installs everything that the svc.json of another folder names. */
  installIn(cwd: string): Promise<ProjectChange> {
    return new InstallHandler(this.tools).run(
      {},
      testContext(cwd, { env: this.context.env, ask: this.context.ask }),
    );
  }

  installPackage(input: InstallPackageInput, cwd = this.root): Promise<ProjectChange> {
    return new InstallPackageHandler(this.tools).run(input, { ...this.fresh(), cwd });
  }

  uninstall(
    plugin: string | undefined,
    input: Partial<UninstallInput> = {},
  ): Promise<ProjectChange> {
    return new UninstallHandler(this.tools).run(
      { ...(plugin !== undefined && { plugin }), ...input },
      this.fresh(),
    );
  }

  update(input: UpdateInput = {}): Promise<ProjectChange> {
    return new UpdateHandler(this.tools).run(Object.assign({ yes: true }, input), this.fresh());
  }

  /** Creates a plugin folder beside the repository. Returns its `file:` source. */
  async plugin(folder: string, sketch: PluginSketch): Promise<string> {
    return `file:${await makePlugin(join(this.base, folder), sketch)}`;
  }

  async publish(sketch: PluginSketch): Promise<void> {
    const folder = await makePlugin(await mkdtemp(join(this.base, 'published-')), sketch);
    await this.registry.publish(folder);
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(this.root, path)), { recursive: true });
    await writeFile(join(this.root, path), text);
  }

  /** Edits the mode in `svc.json` as a person does; the files for git follow with the next install. */
  async setMode(mode: ProjectMode): Promise<void> {
    await this.write('svc.json', JSON.stringify({ ...(await this.json('svc.json')), mode }));
  }

  read(path: string): Promise<string> {
    return readFile(join(this.root, path), 'utf8');
  }

  async json(path: string): Promise<Record<string, unknown>> {
    return JSON.parse(await this.read(path)) as Record<string, unknown>;
  }

  state(): Promise<Record<string, string>> {
    return snapshot(this.root);
  }

  drop(): Promise<void> {
    return rm(this.base, { recursive: true, force: true });
  }

  private fresh(): TestContext {
    this.context = testContext(this.root, { env: this.context.env, ask: this.context.ask });
    return this.context;
  }
}
