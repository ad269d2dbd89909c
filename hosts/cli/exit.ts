type Interruption = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const exitCodes: Readonly<Record<Interruption, number>> = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
};

/** Interruptions such as Ctrl+C: the first one aborts `signal`, the second one ends the process immediately. */
export interface Interrupts {
  readonly signal: AbortSignal;
  /** Acts as if the process had received the signal. */
  interrupt(name: Interruption): void;
  /** From now on `receiver` gets the interruptions, or without one this object again. */
  passOn(receiver: ((name: Interruption) => void) | undefined): void;
  /** The exit code of an interrupted command, if it was interrupted. */
  exitCode(): number | undefined;
  dispose(): void;
}

export function listenForInterrupts(): Interrupts {
  const controller = new AbortController();
  let code: number | undefined;
  let receiver: ((name: Interruption) => void) | undefined;
  const received = (name: Interruption): void => {
    (receiver ?? interrupt)(name);
  };
  const interrupt = (name: Interruption): void => {
    if (code !== undefined) process.exit(exitCodes[name]);
    code = exitCodes[name];
    controller.abort();
  };
  const names = Object.keys(exitCodes) as Interruption[];
  for (const name of names) process.on(name, received);
  return {
    signal: controller.signal,
    interrupt,
    passOn: (next) => {
      receiver = next;
    },
    exitCode: () => code,
    dispose: () => {
      for (const name of names) process.off(name, received);
    },
  };
}

/** Milliseconds that open handles may keep a finished program alive. */
const TIME_LIMIT = 5_000;

/** Ends a finished program although a module has left a handle open, as soon as all output is written. */
export function exitSoon(milliseconds = TIME_LIMIT): void {
  setInterval(() => {
    if (process.stdout.writableLength === 0) process.exit();
  }, milliseconds).unref();
}
