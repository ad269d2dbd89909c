import { contribute } from 'svc-registry/kernel';
import { searchFactsPoint } from 'svc-registry/registry';

export const contribution = contribute(searchFactsPoint, 'poll.stars', {
  summary: 'How many stars it has, the most first',
  type: 'integer',
  order: 'descending',
});

// Server code writes it with the service `searchFactsKey`: `await facts.put(tileId, { 'poll.stars': 5 })`.
