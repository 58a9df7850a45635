/** What each area of the directory is about. */
export const directoryTags: Readonly<Record<string, string>> = {
  Users: 'People of the tenant.',
  Organizations: 'Organizations and their members.',
};
