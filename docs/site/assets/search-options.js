/** How entries are indexed and found: shared by the build and by the page. */
export const searchOptions = {
  fields: ['title', 'names', 'where', 'text'],
  storeFields: ['title', 'where', 'excerpt'],
  searchOptions: {
    prefix: true,
    fuzzy: (word) => (word.length > 4 ? 0.2 : 0),
    boost: { title: 4, names: 3, where: 1.5 },
    // Many events have the words of an operation: readers look for the operation first.
    boostDocument: (id) => (id.startsWith('reference/events-') ? 0.6 : 1),
    combineWith: 'AND',
  },
};
