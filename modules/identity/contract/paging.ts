/** Query names of the paging fields. */
export const pageQuery = { pageSize: 'page[size]', pageAfter: 'page[after]' } as const;
