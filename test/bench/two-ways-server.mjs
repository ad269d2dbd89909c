// One process, one kernel, two ports: the operations as a server offers them, and the same handlers without asking who calls,
// whether they may, and whether the input is right. Reaches into the kernel of tsc's output, which the program bundles.
import { readDistribution } from '../../dist/hosts/distribution.js';
import { createApp } from '../../dist/hosts/http/app.js';
import { createLimitedServer, listen } from '../../dist/hosts/http/listen.js';
import { openLog } from '../../dist/hosts/http/log.js';
import { messageClasses } from '../../dist/hosts/http/message-classes.js';
import { startServerModules } from '../../dist/hosts/http/server-modules.js';
import { serverSettings } from '../../dist/hosts/http/settings.js';

const settings = {
  ...serverSettings({ port: 0 }, { env: process.env, home: process.env.SVC_HOME }),
  port: 0,
};
const distribution = await readDistribution(new URL('../../dist/', import.meta.url));
// only lines of the form "text" go to a teller
const log = openLog({ logLevel: 'error', log: 'json' }, { note() {}, warn() {} });
const kernel = await startServerModules(settings, distribution, log);
await kernel.loadAll();

const nobody = { kind: 'system', id: null, label: 'nobody asked' };

/** What is left of a call is what the handler cannot do without: the row that it answers from, and its services. */
async function invokeUnchecked(id, given, options) {
  const found = kernel.find(id);
  const { local, lifecycle } = kernel;
  const container = await lifecycle.activate(found.record);
  const { operation, handler } = local.loaded.get(found) ?? (await local.load(found));
  const { access } = operation;
  const target =
    typeof access === 'string'
      ? undefined
      : await (await kernel.locator(access.on)).locate(access.of(given, nobody));
  return container.build(handler).run(given, local.context({ ...options, caller: nobody }, target));
}

const unchecked = Object.create(kernel, { invoke: { value: invokeUnchecked } });

async function serve(offered) {
  const app = createApp({
    kernel: offered,
    log,
    requestLines: log.plain,
    version: distribution.version,
    state: { stopping: new AbortController().signal },
    ...settings,
  });
  return `http://127.0.0.1:${await listen(createLimitedServer(app, log, { classes: messageClasses(app) }), settings, log)}`;
}

process.on('message', () => process.send({ statements: 0, cpu: process.cpuUsage() }));
process.on('SIGTERM', () => void kernel.stop().then(() => process.exit(0)));
process.send({ checked: await serve(kernel), bare: await serve(unchecked) });
