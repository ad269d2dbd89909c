import { defineModule, handle } from 'svc-registry/kernel';
import * as errors from './contract/errors.js';
import * as operations from './contract/operations.js';
import { settings } from './contract/settings.js';

const texts = () => import('./client/texts.js');

export default defineModule({
  id: 'lnk',
  api: '^1.0.0',
  summary: 'Sessions of a local process inside a cluster: their configuration',
  operations: [
    handle(operations.verifyConfig, {
      run: () => import('./client/handlers/verify-config.js').then((m) => m.VerifyConfigHandler),
      text: () => texts().then((m) => m.verifyText),
    }),
    handle(operations.explainConfig, {
      run: () => import('./client/handlers/explain-config.js').then((m) => m.ExplainConfigHandler),
      text: () => texts().then((m) => m.explainText),
    }),
    handle(operations.configSchema, {
      run: () => import('./client/handlers/config-schema.js').then((m) => m.ConfigSchemaHandler),
      text: () => texts().then((m) => m.schemaText),
    }),
    handle(operations.decidePath, {
      run: () => import('./client/handlers/decide-path.js').then((m) => m.DecidePathHandler),
      text: () => texts().then((m) => m.pathDecisionText),
    }),
    handle(operations.decideEnv, {
      run: () => import('./client/handlers/decide-env.js').then((m) => m.DecideEnvHandler),
      text: () => texts().then((m) => m.variablesText),
    }),
    handle(operations.decideOutgoing, {
      run: () =>
        import('./client/handlers/decide-outgoing.js').then((m) => m.DecideOutgoingHandler),
      text: () => texts().then((m) => m.decisionViewText),
    }),
    handle(operations.decideDns, {
      run: () => import('./client/handlers/decide-dns.js').then((m) => m.DecideDnsHandler),
      text: () => texts().then((m) => m.decisionViewText),
    }),
    handle(operations.decideIncoming, {
      run: () =>
        import('./client/handlers/decide-incoming.js').then((m) => m.DecideIncomingHandler),
      text: () => texts().then((m) => m.incomingText),
    }),
  ],
  contributes: [...settings],
  errors: Object.values(errors),
});
