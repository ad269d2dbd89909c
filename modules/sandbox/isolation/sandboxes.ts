import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { outboundKey, type Outbound } from '../../outbound/contract/index.js';
import { onceDone } from '../../../toolbox/once.js';
import { sandboxEnded, sandboxUnavailable } from '../contract/errors.js';
import type {
  Sandbox,
  Sandboxes,
  SandboxLimits,
  SandboxRequest,
  SandboxState,
} from '../contract/index.js';
import { AllowListProxy } from '../proxy/allow-list-proxy.js';
import { parseHostList, parseHostRule } from '../proxy/host-rules.js';
import { lesserUser } from './bubblewrap.js';
import { defaultLimits } from './default-limits.js';
import { startIsolated } from './isolated.js';
import { probe } from './probe.js';
import { RunnerLink } from './runner-link.js';
import type { OuterPaths, RunnerProcess } from './runner-process.js';
import { RunningSandbox } from './running-sandbox.js';
import { startUnsandboxed } from './unsandboxed.js';

/** TMPDIR of root may be a folder that the lesser user cannot enter. */
const temporaryFolder = ({ unsandboxed = false }: SandboxRequest): string =>
  unsandboxed || lesserUser() === undefined ? tmpdir() : '/tmp';

/** Milliseconds until the runner must be ready. */
const START_TIME = 20_000;
const SAID = 1_000;
/** Milliseconds to wait for what is written to stderr at the end. */
const LAST_WORDS_TIME = 1_000;

/** The end of what is written to stderr, for the error when the sandbox does not start. */
function lastWords({ child }: RunnerProcess): () => Promise<string> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID);
  });
  const closed = new Promise((done) => child.once('close', done));
  return async () => {
    await Promise.race([closed, wait(LAST_WORDS_TIME, undefined, { ref: false })]);
    return said.replace(/[^\x20-\x7e]+/g, ' ').trim();
  };
}

/** The port of the bridge to the proxy. Throws `sandbox_ended` when the runner does not start, or not in time. */
async function ready(
  runner: RunnerProcess,
  link: RunnerLink,
  given: { readonly listened: Promise<string | undefined>; readonly signal: AbortSignal },
): Promise<number> {
  const said = lastWords(runner);
  const seconds = START_TIME / 1000;
  const late = new AbortController();
  const over = AbortSignal.any([late.signal, given.signal]);
  try {
    return await Promise.race([
      link.ready,
      given.listened.then(async (why) => {
        throw sandboxEnded({ why: why ?? `it does not start (${await said()})` });
      }),
      once(runner.child, 'error', { signal: over }).then(([error]) => {
        throw error as Error;
      }),
      wait(START_TIME, undefined, { signal: over }).then(() => {
        throw sandboxEnded({ why: `it does not start in ${seconds} s` });
      }),
    ]);
  } finally {
    late.abort();
  }
}

@injectable()
export class BubblewrapSandboxes implements Sandboxes {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(outboundKey) private readonly outbound: Outbound,
  ) {}

  readonly state = onceDone((): Promise<SandboxState> => probe(this.host.env['PATH']));

  limits(): SandboxLimits {
    return defaultLimits(this.host.env);
  }

  async open(request: SandboxRequest): Promise<Sandbox> {
    request.signal.throwIfAborted();
    const hosts = [
      ...request.hosts.map(parseHostRule),
      ...parseHostList(this.host.env['SVC_SANDBOX_HOSTS'] ?? ''),
    ];
    const state = request.unsandboxed === true ? undefined : await this.state();
    if (state?.works === false) throw sandboxUnavailable({ message: state.message });
    const folder = await mkdtemp(join(temporaryFolder(request), `svc-sandbox-${process.pid}-`));
    const proxy = new AllowListProxy({ hosts, onRefused: request.onRefused }, this.outbound);
    const cleanUp = async (): Promise<void> => {
      await proxy.close();
      await rm(folder, { recursive: true, force: true });
    };
    try {
      const paths = { folder, socket: join(folder, 'proxy') };
      await proxy.listen(paths.socket);
      return await this.start(request, paths, cleanUp);
    } catch (error) {
      await cleanUp();
      throw error;
    }
  }

  private async start(
    request: SandboxRequest,
    paths: OuterPaths,
    cleanUp: () => Promise<void>,
  ): Promise<Sandbox> {
    const { signal, limits, unsandboxed = false } = request;
    const user = unsandboxed ? undefined : lesserUser();
    if (user !== undefined)
      for (const path of [paths.folder, paths.socket]) await chown(path, user.uid, user.gid);
    const start = unsandboxed ? startUnsandboxed : startIsolated;
    const runner = start(request, paths, this.host.env['PATH']);
    const link = new RunnerLink(runner.child);
    const listened = link.listen();
    try {
      const port = await ready(runner, link, { listened, signal });
      const parts = { limits, proxyUrl: `http://127.0.0.1:${port}`, cleanUp };
      const sandbox = new RunningSandbox(runner, link, parts);
      const abort = (): void => void sandbox.end({ error: signal.reason });
      signal.addEventListener('abort', abort, { once: true });
      void listened.then((why) => {
        signal.removeEventListener('abort', abort);
        return sandbox.end(why ?? 'something in it has ended its runner');
      });
      return sandbox;
    } catch (error) {
      await runner.end();
      throw signal.aborted ? signal.reason : error;
    }
  }
}
