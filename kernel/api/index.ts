/** The whole of `svc-registry/kernel`: what modules may use of the kernel. A name that only hosts use is exported by `kernel/index.ts`. */
export {
  type Located,
  type Locator,
  locatorsPoint,
  type Decision,
  type Authorizer,
  authorizerKey,
} from './authorization.js';
export {
  type GuardedCall,
  type CallGuard,
  callGuardsPoint,
  type Sender,
  type RefusalGuard,
  refusalGuardsPoint,
  type RateLimit,
  rateLimitsPoint,
} from './call-guard.js';
export type { Caller } from './caller.js';
export {
  invalidInput,
  usageError,
  notFound,
  signInRequired,
  denied,
  staleState,
  notAvailableYet,
  moduleUnavailable,
  serverUnreachable,
  cancelled,
  internalError,
} from './common-errors.js';
export {
  isSvcError,
  defineError,
  ExitCode,
  type ErrorIssue,
  type ErrorFields,
  SvcError,
  type ErrorDefinition,
} from './errors.js';
export {
  defineExtensionPoint,
  defineClassPoint,
  contribute,
  buildExtension,
  type ExtensionPoint,
  type Contribution,
  type Extension,
  type Extensions,
  extensionsKey,
} from './extension-point.js';
export { fromFileSystem } from './file-system.js';
export { type HealthFinding, type HealthCheck, healthChecksPoint } from './health-check.js';
export {
  type Log,
  type HostInfo,
  hostKey,
  type Connection,
  type ConnectionSource,
  connectionKey,
} from './host.js';
export { defineMachine, transitionOf, type Machine, type Guards } from './machine.js';
export {
  handle,
  defineModule,
  type TextStyle,
  type Renderer,
  type BoundOperation,
  type ModuleDeclaration,
} from './module.js';
export {
  defineOperation,
  defineListOperation,
  defineCommand,
  defineFileOperation,
  type Class,
  type Page,
  type FileResult,
  type Operation,
  type AnyOperation,
  pageQuery,
  takesIdempotencyKey,
  IDEMPOTENCY_HOLD_SECONDS,
  type ProgressAmount,
  type Progress,
  type Ask,
  type Choice,
  type Subject,
  type Context,
  type Invoke,
  type Handler,
} from './operation.js';
export {
  type DataTally,
  type DataTask,
  type BackupService,
  backupServicePoint,
} from './server-data.js';
export {
  type ServerStarted,
  type ServerStartedHook,
  serverStartedPoint,
  type ReadinessCheck,
  readinessPoint,
  type WebExchange,
  type WebHandler,
  webHandlersPoint,
  type BackgroundOptions,
  type BackgroundWork,
  backgroundPoint,
  type MetricReading,
  type MetricSource,
  metricsPoint,
  settingsPoint,
} from './server.js';
export {
  serviceKey,
  provide,
  provideFactory,
  defineFacet,
  type ServiceKey,
  type Services,
  type Constructor,
  type Provider,
  type Facet,
} from './service-key.js';
