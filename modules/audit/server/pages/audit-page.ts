import { inject, injectable } from 'tsyringe';
import { shortened } from '../../../../toolbox/shortened.js';
import { teamPagesKey, type TeamPages } from '../../../identity/contract/index.js';
import { shownTime, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import type { AuditEvent } from '../../contract/events.js';
import { listAuditEvents } from '../../contract/operations.js';
import { addressOf, filterIn, inputOf, timesOf, type AuditFilter } from './audit-filter.js';

const template = new URL('audit.njk', import.meta.url);
const PAGE = 50;
/** Characters of what a program says that it is. */
const MOST_OF_PROGRAM = 60;

type Narrowed = (by: Partial<AuditFilter>) => string;

/** Shows who did what in an organization; what narrows it is in the address. */
@injectable()
export class AuditPage implements Page<'organization'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: PageRequest<'organization'>) {
    const { invoke, query } = request;
    const frame = await this.pages.frame(request, { tab: 'audit' });
    const path = `${frame.path}/audit`;
    const filter = filterIn(query);
    const after = query.get('after') ?? '';
    const { data, next } = await invoke(listAuditEvents, {
      organization: frame.id,
      pageSize: PAGE,
      ...inputOf(filter),
      ...(after !== '' && { after }),
    });
    const narrowed: Narrowed = (by) => addressOf(path, { ...filter, ...by });
    return view(template, {
      frame,
      path,
      filter,
      filtered: addressOf(path, filter) !== path,
      exportAt: addressOf(`${path}/export`, { since: filter.since, until: filter.until }),
      exportPart: Object.keys(timesOf(filter)).length > 0,
      events: data.map((event) => rowOf(event, narrowed)),
      first: after === '' ? '' : addressOf(path, filter),
      more: next === null ? '' : addressOf(path, filter, next),
    });
  }
}

/** An event, and the addresses that show more of its kind. */
function rowOf({ at, actor, operation, object, ...event }: AuditEvent, narrowed: Narrowed) {
  const { outcome, address, surface, userAgent } = event;
  const by = { user: '', key: 'API key' }[actor.kind];
  const kind = object === null ? '' : wordsOf(object.kind);
  const program = surface === 'page' ? 'a browser' : shortened(userAgent ?? '', MOST_OF_PROGRAM);
  const more = { Object: kind, By: by, From: address ?? '', With: program, Operation: operation };
  return {
    at: shownTime(at),
    actor: actor.name,
    by,
    actorAt: narrowed({ actor: actor.id }),
    action: wordsOf(operation),
    operation,
    operationAt: narrowed({ operation }),
    object: object?.name ?? '',
    kind,
    objectAt: object === null ? '' : narrowed({ object: object.id ?? object.name }),
    refused: outcome === 'refused',
    address: address ?? '',
    program,
    /** What phones show of an event when it is opened. */
    more: Object.entries(more).filter(([, text]) => text !== ''),
  };
}

/** Words of ids that people write otherwise. */
const written: ReadonlyMap<string, string> = new Map([
  ['api', 'API'],
  ['org', 'organization'],
  ['tile', 'plugin'],
]);

/** `identity.createApiKey` becomes `Create API key`. */
function wordsOf(name: string): string {
  const parts = name.slice(name.indexOf('.') + 1).split(/(?=[A-Z])/);
  const words = parts
    .map((part) => part.toLowerCase())
    .map((part) => written.get(part) ?? part)
    .join(' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
