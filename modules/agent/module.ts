import { contribute, defineModule, handle } from 'svc-registry/kernel';
import { launchAgentsPoint } from '../launch/contract/launch-agents.js';
import * as errors from './contract/errors.js';
import * as operations from './contract/operations.js';
import { settings } from './contract/settings.js';
import { svcAgent } from './launch/facts.js';

const texts = () => import('./client/texts.js');

export default defineModule({
  id: 'agent',
  api: '^1.0.0',
  summary: 'A coding agent in the terminal, and its tool servers',
  requires: ['install', 'launch'],
  operations: [
    handle(operations.runAgent, {
      run: () => import('./client/handlers/run-agent.js').then((m) => m.RunAgentHandler),
      text: () => texts().then((m) => m.agentRunText),
    }),
    handle(operations.addToolServer, {
      run: () => import('./client/handlers/add-server.js').then((m) => m.AddServerHandler),
      text: () => texts().then((m) => m.serverChangeText),
    }),
    handle(operations.getToolServer, {
      run: () => import('./client/handlers/read-servers.js').then((m) => m.GetServerHandler),
      text: () => texts().then((m) => m.serverText),
    }),
    handle(operations.listToolServers, {
      run: () => import('./client/handlers/read-servers.js').then((m) => m.ListServersHandler),
      text: () => texts().then((m) => m.serversText),
    }),
    handle(operations.removeToolServer, {
      run: () => import('./client/handlers/remove-server.js').then((m) => m.RemoveServerHandler),
      text: () => texts().then((m) => m.serverChangeText),
    }),
  ],
  contributes: [
    ...settings,
    contribute(launchAgentsPoint, 'svc-agent', svcAgent, () =>
      import('./launch/launched-agent.js').then((m) => m.LaunchedAgent),
    ),
  ],
  errors: Object.values(errors),
});
