import { defineModule, handle } from 'svc-registry/kernel';
import {
  addressUnavailable,
  bodyNotReceived,
  bodyTooLarge,
  consentRequired,
  dataNotWhole,
  metricsRefused,
  noSuchRoute,
  notReady,
  unsupportedAuthorization,
  unsupportedBody,
  workerNeedsPostgres,
} from './contract/errors.js';
import {
  certificateRefused,
  proxyRefused,
  proxySignInRequired,
  proxyUnreachable,
} from './contract/network-errors.js';
import { addModule, checkModule, listModules, removeModule } from './contract/module-commands.js';
import {
  configUnwritable,
  moduleNotInstalled,
  moduleNotNamed,
  moduleRefused,
} from './contract/module-errors.js';
import {
  callApi,
  doctor,
  listMachines,
  listSettings,
  serve,
  startToolServer,
  work,
} from './contract/operations.js';
import * as serverData from './contract/server-data-operations.js';
import { settings } from './contract/settings.js';

const dataHandlers = () => import('./operations/server-data.js');
const dataTexts = () => import('./operations/server-data-text.js');

/** Operations about the program itself. This is a module like any other, whose domain is starting hosts. */
export default defineModule({
  id: 'host',
  api: '^1.0.0',
  summary: 'The program itself: server, tool server, diagnosis',
  operations: [
    handle(doctor, {
      run: () => import('./operations/doctor.js').then((m) => m.DoctorHandler),
      text: () => import('./operations/doctor-text.js').then((m) => m.doctorText),
    }),
    handle(listModules, {
      run: () => import('./operations/modules-list.js').then((m) => m.ListModulesHandler),
      text: () => import('./operations/modules-text.js').then((m) => m.modulesText),
    }),
    handle(checkModule, {
      run: () => import('./operations/modules-check.js').then((m) => m.CheckModuleHandler),
      text: () => import('./operations/modules-text.js').then((m) => m.checkText),
    }),
    handle(addModule, {
      run: () => import('./operations/modules-change.js').then((m) => m.AddModuleHandler),
      text: () => import('./operations/modules-text.js').then((m) => m.addedText),
    }),
    handle(removeModule, {
      run: () => import('./operations/modules-change.js').then((m) => m.RemoveModuleHandler),
      text: () => import('./operations/modules-text.js').then((m) => m.removedText),
    }),
    handle(listMachines, {
      run: () => import('./operations/machines.js').then((m) => m.MachinesHandler),
      text: () => import('./operations/machines-text.js').then((m) => m.machinesText),
    }),
    handle(listSettings, {
      run: () => import('./operations/settings.js').then((m) => m.SettingsHandler),
      text: () => import('./operations/settings-text.js').then((m) => m.settingsText),
    }),
    handle(callApi, {
      run: () => import('./operations/api-call.js').then((m) => m.ApiCallHandler),
      text: () => import('./operations/api-text.js').then((m) => m.apiText),
    }),
    handle(serve, { run: () => import('./operations/serve.js').then((m) => m.ServeHandler) }),
    handle(work, { run: () => import('./operations/worker.js').then((m) => m.WorkerHandler) }),
    handle(serverData.backUpServer, {
      run: () => dataHandlers().then((m) => m.BackUpServerHandler),
      text: () => dataTexts().then((m) => m.dataTallyText),
    }),
    handle(serverData.restoreServer, {
      run: () => dataHandlers().then((m) => m.RestoreServerHandler),
      text: () => dataTexts().then((m) => m.dataTallyText),
    }),
    handle(serverData.checkServer, {
      run: () => dataHandlers().then((m) => m.CheckServerHandler),
      text: () => dataTexts().then((m) => m.checkText),
    }),
    handle(serverData.moveServer, {
      run: () => dataHandlers().then((m) => m.MoveServerHandler),
      text: () => dataTexts().then((m) => m.dataTallyText),
    }),
    handle(startToolServer, {
      run: () => import('./operations/mcp-start.js').then((m) => m.McpStartHandler),
    }),
  ],
  contributes: settings,
  errors: [
    addressUnavailable,
    bodyNotReceived,
    bodyTooLarge,
    certificateRefused,
    configUnwritable,
    consentRequired,
    dataNotWhole,
    metricsRefused,
    moduleNotInstalled,
    moduleNotNamed,
    moduleRefused,
    noSuchRoute,
    notReady,
    proxyRefused,
    proxySignInRequired,
    proxyUnreachable,
    unsupportedAuthorization,
    unsupportedBody,
    workerNeedsPostgres,
  ],
});
