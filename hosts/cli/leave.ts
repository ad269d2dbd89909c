/** How long, in milliseconds, open handles may keep a program alive that is done. */
const PATIENCE = 5_000;

/** Whatever a module has left open does not keep a finished program alive; what is still to be written does. */
export function leaveSoon(patience = PATIENCE): void {
  setInterval(() => {
    if (process.stdout.writableLength === 0) process.exit();
  }, patience).unref();
}
