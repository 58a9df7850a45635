// Names as Go writes them.

/** Words that Go writes in capitals. */
const initials = {
  id: 'ID',
  ip: 'IP',
  url: 'URL',
  api: 'API',
  fga: 'FGA',
  pim: 'PIM',
  ssf: 'SSF',
  scim: 'SCIM',
};
export const words = (name) => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(' ');
const capitalized = (word) => word[0].toUpperCase() + word.slice(1);

/** `getByExternalId` → `GetByExternalID`. */
export const exported = (name) =>
  words(name)
    .map((word) => initials[word.toLowerCase()] ?? capitalized(word))
    .join('');
