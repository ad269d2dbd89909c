import {
  serviceKey,
  type ConnectionSource,
  type Context,
  type HostInfo,
} from 'svc-registry/kernel';
import type { PluginFormat } from '../../registry/contract/index.js';
import type { InstallPolicy } from '../contract/policies.js';
import type { Agents } from './agents/agents.js';
import type { Installer } from './installer.js';
import { RegistryOnUse } from './fetch/registry-on-use.js';
import type { Scope } from './project/scope.js';
import type { RegistryClient } from './fetch/registry-client.js';

/** Creates a handler's tools. Each is loaded on first use, because `svc list` needs none. */
export interface ProjectTools {
  /** For views: unlike that of `installer`, does not wait for a busy registry. */
  registry(context: Context): RegistryClient;
  installer(context: Context, scope: Scope): Promise<InstallTools>;
  agents(): Agents;
  /** Whether calls to the server carry a user's credentials. */
  signedIn(): Promise<boolean>;
}

/** Tools of a command that changes a project. */
interface InstallTools {
  readonly installer: Installer;
  readonly registry: RegistryClient;
  readonly agents: Agents;
}

export const projectToolsKey = serviceKey<ProjectTools>('install.projectTools');

interface Parts {
  readonly format: () => PluginFormat;
  readonly agents: () => Agents;
  readonly policies: () => Promise<readonly InstallPolicy[]>;
  readonly connections: () => ConnectionSource;
  readonly host: HostInfo;
}

export class LazyProjectTools implements ProjectTools {
  constructor(private readonly parts: Parts) {}

  registry(context: Context): RegistryClient {
    return new RegistryOnUse(context, () => this.parts.connections().current());
  }

  async signedIn(): Promise<boolean> {
    return (await this.parts.connections().current()).token !== undefined;
  }

  agents(): Agents {
    return this.parts.agents();
  }

  async installer(context: Context, scope: Scope): Promise<InstallTools> {
    const { Installer: Type } = await import('./installer.js');
    const registry = new RegistryOnUse(
      context,
      () => this.parts.connections().current(),
      context.progress,
    );
    const { policies, host } = this.parts;
    const { program, fault, home } = host;
    const agents = this.agents();
    const installer = new Type({
      format: this.parts.format(),
      registry,
      agents,
      policies,
      scope,
      context,
      home,
      program,
      fault,
    });
    return { installer, registry, agents };
  }
}
