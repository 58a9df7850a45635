export { listPendingEmails } from './contacts/pending-email-store.ts';
export { findPreferences } from './preferences/preference-store.ts';
export { refuseProperty, userFilterOf } from './user-filter.ts';
export { countUsersByStatus, listUserIds, listUsers } from './user-list-store.ts';
export { searchKey } from './user-search.ts';
export {
  findIdentifierHolder,
  findImportOrigin,
  findUser,
  listIdentifiers,
  lockUser,
  setImportOrigin,
  updateUser,
} from './user-store.ts';
