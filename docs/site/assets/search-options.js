/** How entries are indexed and found: shared by the build and by the page. */
export const searchOptions = {
  fields: ['title', 'where', 'text'],
  storeFields: ['title', 'where', 'excerpt'],
  searchOptions: {
    prefix: true,
    fuzzy: (word) => (word.length > 4 ? 0.2 : 0),
    boost: { title: 4, where: 1.5 },
    combineWith: 'AND',
  },
};
