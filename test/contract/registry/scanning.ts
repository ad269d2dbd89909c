import { contribute, defineModule, type ModuleDeclaration } from 'svc-registry/kernel';
import { scannersPoint, type Scanner } from '../../../modules/registry/contract/scanners.js';

type Scan = Scanner['scan'];

/** A scan that a test holds until it lets it go. */
export interface HeldScan {
  readonly scan: Scan;
  /** Fulfilled when the scan has begun. */
  readonly began: Promise<void>;
  release(): void;
}

export function held(then: Scan): HeldScan {
  let begin = (): void => undefined;
  let release = (): void => undefined;
  const began = new Promise<void>((done) => (begin = done));
  const released = new Promise<void>((done) => (release = done));
  const scan: Scan = async (version) => {
    begin();
    await released;
    return then(version);
  };
  return { scan, began, release };
}

/** A module with one scanner, which does what `scans` says: the first for the next scan, the last for all further ones. */
export function scanningModule(scans: Scan[], id = 'scanning'): ModuleDeclaration {
  class Scripted implements Scanner {
    scan(version: Parameters<Scan>[0]) {
      const [scan] = scans.length > 1 ? scans.splice(0, 1) : scans;
      return scan!(version);
    }
  }
  return defineModule({
    id,
    api: '^1.0.0',
    summary: 'A scanner that does as it is told',
    requires: ['registry'],
    contributes: [
      contribute(scannersPoint, `${id}.scripted`, { summary: 'Scripted' }, () =>
        Promise.resolve(Scripted),
      ),
    ],
    server: () => Promise.resolve({ default: {} }),
  });
}
