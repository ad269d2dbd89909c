import { defineModule, handle, render } from 'svc-registry/kernel';
import {
  addressUnavailable,
  bodyNotReceived,
  bodyTooLarge,
  consentRequired,
  dataNotWhole,
  metricsRefused,
  noSuchRoute,
  notReady,
  overloaded,
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

/** What the program does about itself. A module like any other; that it starts hosts is its domain. */
export default defineModule({
  id: 'host',
  api: '^1.0.0',
  summary: 'The program itself: server, tool server, diagnosis',
  operations: [
    handle(doctor, () => import('./operations/doctor.js').then((m) => m.DoctorHandler)),
    handle(listModules, () =>
      import('./operations/modules-list.js').then((m) => m.ListModulesHandler),
    ),
    handle(checkModule, () =>
      import('./operations/modules-check.js').then((m) => m.CheckModuleHandler),
    ),
    handle(addModule, () =>
      import('./operations/modules-change.js').then((m) => m.AddModuleHandler),
    ),
    handle(removeModule, () =>
      import('./operations/modules-change.js').then((m) => m.RemoveModuleHandler),
    ),
    handle(listMachines, () => import('./operations/machines.js').then((m) => m.MachinesHandler)),
    handle(listSettings, () => import('./operations/settings.js').then((m) => m.SettingsHandler)),
    handle(callApi, () => import('./operations/api-call.js').then((m) => m.ApiCallHandler)),
    handle(serve, () => import('./operations/serve.js').then((m) => m.ServeHandler)),
    handle(work, () => import('./operations/worker.js').then((m) => m.WorkerHandler)),
    handle(serverData.backUpServer, () => dataHandlers().then((m) => m.BackUpServerHandler)),
    handle(serverData.restoreServer, () => dataHandlers().then((m) => m.RestoreServerHandler)),
    handle(serverData.checkServer, () => dataHandlers().then((m) => m.CheckServerHandler)),
    handle(serverData.moveServer, () => dataHandlers().then((m) => m.MoveServerHandler)),
    handle(startToolServer, () =>
      import('./operations/mcp-start.js').then((m) => m.McpStartHandler),
    ),
  ],
  renders: [
    render(doctor, () => import('./operations/doctor-text.js').then((m) => m.doctorText)),
    render(serverData.backUpServer, () => dataTexts().then((m) => m.dataTallyText)),
    render(serverData.restoreServer, () => dataTexts().then((m) => m.dataTallyText)),
    render(serverData.moveServer, () => dataTexts().then((m) => m.dataTallyText)),
    render(serverData.checkServer, () => dataTexts().then((m) => m.checkText)),
    render(listModules, () => import('./operations/modules-text.js').then((m) => m.modulesText)),
    render(checkModule, () => import('./operations/modules-text.js').then((m) => m.checkText)),
    render(addModule, () => import('./operations/modules-text.js').then((m) => m.addedText)),
    render(removeModule, () => import('./operations/modules-text.js').then((m) => m.removedText)),
    render(listMachines, () => import('./operations/machines-text.js').then((m) => m.machinesText)),
    render(callApi, () => import('./operations/api-text.js').then((m) => m.apiText)),
    render(listSettings, () => import('./operations/settings-text.js').then((m) => m.settingsText)),
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
    overloaded,
    proxyRefused,
    proxySignInRequired,
    proxyUnreachable,
    unsupportedAuthorization,
    unsupportedBody,
    workerNeedsPostgres,
  ],
});
