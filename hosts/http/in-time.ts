import { bodyNotReceived } from '../module/contract/errors.js';

/**
 * Waits for data from the client for up to `seconds`, then fails with `body_not_received`. The connection stays open, so that the client gets
 * that answer.
 */
export function inTime<T>(arrival: Promise<T>, seconds: number): Promise<T> {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => {
      failed(bodyNotReceived({ seconds }));
    }, seconds * 1000);
    void arrival.then(done, failed).then(() => {
      clearTimeout(timer);
    });
  });
}
