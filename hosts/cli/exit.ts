/** Milliseconds that open handles may keep a finished program alive. */
const TIME_LIMIT = 5_000;

/** Ends a finished program although a module has left a handle open, as soon as all output is written. */
export function exitSoon(milliseconds = TIME_LIMIT): void {
  setInterval(() => {
    if (process.stdout.writableLength === 0) process.exit();
  }, milliseconds).unref();
}
