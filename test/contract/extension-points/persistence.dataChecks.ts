import { dataChecksPoint, type DataCheck } from 'svc-registry/db';
import { contribute } from 'svc-registry/kernel';

const table = 'poll_votes';

const checkVotes: DataCheck = async (data) => {
  if (!data.has({ table, column: 'weight' })) return [];
  const statement = `SELECT count(*) AS "count" FROM ${table} WHERE weight < 0`;
  const [{ count } = { count: 0 }] = (await data.query(statement, [])) as {
    count: number | string;
  }[];
  return Number(count) === 0 ? [] : [`${count} votes have a weight below 0: delete them.`];
};

export const contribution = contribute(
  dataChecksPoint,
  'poll.votes',
  { summary: 'Votes count for something' },
  () => Promise.resolve(checkVotes),
);
