import type { SecureContext } from 'node:tls';
import {
  Agent,
  type buildConnector,
  DecoratorHandler,
  Dispatcher,
  fetch,
  Pool,
  ProxyAgent,
} from 'undici';
import { secureContext } from './certificate-authorities.js';
import { ConnectFailure, proxyFailure } from './proxy-failure.js';
import { proxyChoice, type Proxy } from './proxy-settings.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Marks failures of the connection to the proxy, which otherwise look the same as failures behind it. */
function toProxy(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(new ConnectFailure(error), null);
    });
  };
}

function proxyAgent(
  { origin, authorization }: Proxy,
  tls: { secureContext?: SecureContext },
): ProxyAgent {
  const open = (target: URL | string, options: object): Pool => {
    const { connect } = options as { connect: buildConnector.connector };
    return new Pool(target, {
      ...options,
      connect: new URL(target).origin === origin ? toProxy(connect) : connect,
    });
  };
  return new ProxyAgent({
    uri: origin,
    ...(authorization === undefined ? {} : { token: authorization }),
    // plain http needs no tunnel, and many proxies refuse one to port 80
    proxyTunnel: false,
    requestTls: tls,
    proxyTls: tls,
    clientFactory: open,
    factory: open,
  });
}

class ProxiedHandler extends DecoratorHandler {
  constructor(
    private readonly handler: Dispatcher.DispatchHandlers,
    private readonly failure: (error: Error) => Error,
  ) {
    super(handler);
  }

  onError(error: Error): void {
    this.handler.onError?.(this.failure(error));
  }
}

/** Sends each request directly or through a proxy, as the environment defines. */
class Routes extends Dispatcher {
  private readonly straight: Agent;
  private readonly through = new Map<string, ProxyAgent>();
  private readonly tls: { secureContext?: SecureContext };
  private readonly proxyFor: (target: URL) => Proxy | undefined;

  constructor(
    private readonly env: Env,
    context: SecureContext | undefined,
  ) {
    super();
    this.tls = context === undefined ? {} : { secureContext: context };
    this.straight = new Agent({ connect: this.tls });
    this.proxyFor = proxyChoice(env);
  }

  override dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandlers): boolean {
    const target = new URL(String(options.origin));
    const proxy = this.proxyFor(target);
    if (proxy === undefined) return this.straight.dispatch(options, handler);
    const failure = (error: Error): Error => proxyFailure(error, { proxy, target, env: this.env });
    return this.agentFor(proxy).dispatch(options, new ProxiedHandler(handler, failure));
  }

  private agentFor(proxy: Proxy): ProxyAgent {
    const agent = this.through.get(proxy.origin) ?? proxyAgent(proxy, this.tls);
    this.through.set(proxy.origin, agent);
    return agent;
  }
}

/**
 * A `fetch` that uses the environment's proxies and certificate authorities. It is undici's own, because the dispatchers that Node's `fetch`
 * accepts differ between releases of Node.
 */
export async function routedFetch(env: Env): Promise<typeof globalThis.fetch> {
  const dispatcher = new Routes(env, await secureContext(env));
  const routed = (input: string | URL, init: object) => fetch(input, { ...init, dispatcher });
  return routed as unknown as typeof globalThis.fetch;
}
