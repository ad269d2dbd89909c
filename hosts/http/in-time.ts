import { bodyNotReceived } from '../module/contract/errors.js';

/** What a client sends, when it comes within `seconds`; else fails with `body_not_received`. The connection stays open, to tell the client so. */
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
