/** Programs of the system that fetch and run. */
import type { FactOf } from '../../facts.js';
import type { Draft, Subject } from '../../rule.js';
import { isHostile } from '../../tables/hosts.js';
import { argumentsOf, programOf } from '../commands.js';
import { addressesIn, factsOf } from '../flows.js';
import { systemLoader } from './rule-texts.js';

const REMOTE = String.raw`(https?:|ftp:|\\\\[\w.-]+(@\w+)?\\|//[\d.]+/|javascript:|vbscript:|scrobj)`;
/** Programs in lower case without ending, with the arguments that make them fetch or run. */
const LOADERS = new Map<string, RegExp>(
  Object.entries({
    mshta: REMOTE,
    rundll32: `${REMOTE}|url\\.dll|davclnt|javascript`,
    regsvr32: REMOTE,
    certutil: '-(urlcache|verifyctl|decode|decodehex)',
    bitsadmin: '/(transfer|addfile|setnotifycmdline)',
    msiexec: `/(i|q|package)\\S*.*${REMOTE}|${REMOTE}`,
    installutil: REMOTE,
    wmic: `/format:|process call create|${REMOTE}`,
    cscript: REMOTE,
    wscript: REMOTE,
    cmstp: '/s|/ni|/au',
    odbcconf: REMOTE,
    forfiles: '/c',
    pcalua: '-a',
    hh: REMOTE,
    msbuild: REMOTE,
    desktopimgdownldr: REMOTE,
    esentutl: REMOTE,
    finger: '@',
    'start-bitstransfer': '',
  }).map(([name, pattern]) => [name, new RegExp(pattern, 'i')]),
);

export function loaderDrafts(subject: Subject): Draft[] {
  return factsOf(subject, 'run')
    .filter(loads)
    .map((fact) => {
      const hostile = addressesIn(argumentsOf(fact)).some(isHostile);
      return {
        rule: systemLoader,
        at: fact.at,
        confidence: 'high',
        severity: hostile ? 'CRITICAL' : 'HIGH',
      };
    });
}

const loads = (fact: FactOf<'run'>): boolean =>
  LOADERS.get(programOf(fact.name))?.test(argumentsOf(fact)) === true;
