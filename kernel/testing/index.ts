/** What tests of modules need. Boots the real kernel with the modules under test. */
export { startTestHost, type TestHost, type TestHostOptions } from './test-host.js';
export { recordingLog, type LogEntry } from './recording-log.js';
