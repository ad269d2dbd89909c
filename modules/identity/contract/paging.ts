/** Query names of the paging fields. */
export const pageQuery = {
  pageSize: 'page[size]',
  after: 'page[after]',
  before: 'page[before]',
} as const;
