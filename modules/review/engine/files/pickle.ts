import type { NoticeKind } from './notice.js';

/** Modules through which loading a pickle does more than build objects. */
const MODULES =
  'os|posix|nt|subprocess|builtins|__builtin__|socket|runpy|importlib|pty|shutil|webbrowser|ctypes|urllib\\.request|requests|httpx';
const CALLABLES =
  'system|popen|Popen|run|call|check_output|check_call|exec|eval|compile|__import__|getattr|spawn|spawnl|execv|execl|rmtree|urlopen|urlretrieve|get|post|open|import_module|run_path|create_connection|socket|CDLL';
/** GLOBAL, or two short strings for STACK_GLOBAL with their memo between them. */
const GLOBAL = new RegExp(
  `(?:c(${MODULES})\\n(${CALLABLES})\\n)|(?:\\x8c.(${MODULES})[^a-zA-Z]{0,6}\\x8c.(${CALLABLES})[^\\w])`,
  's',
);

export const isPickle = (bytes: Buffer): boolean =>
  bytes[0] === 0x80 && (bytes[1] ?? 0) >= 2 && (bytes[1] ?? 0) <= 5 && bytes.at(-1) === 0x2e;

/** Functions that loading the pickle calls, where they are dangerous. */
export function pickleNotices(content: string): { kind: NoticeKind; detail: string }[] {
  const match = GLOBAL.exec(content);
  if (match === null) return [];
  const [, module = match[3], name = match[4]] = match;
  return [{ kind: 'pickle-calls', detail: `Loading it calls ${module}.${name}.` }];
}
