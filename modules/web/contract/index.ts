/** What other modules, also those of third parties, may use of the pages: `svc-registry/web`. */
export { toneOf, type Badge, type Tone } from './badges.js';
export { knownFact, type Fact } from './facts.js';
export { localPath } from './local-path.js';
export * from './front-page.js';
export * from './highlight.js';
export * from './markdown.js';
export * from './pages.js';
export type { RunHead } from './run-head.js';
export * from './sessions.js';
export { shownTime } from './shown-time.js';
export { timeTaken } from './time-taken.js';
