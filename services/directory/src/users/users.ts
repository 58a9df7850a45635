export {
  findIdentifierHolder,
  findImportOrigin,
  findUser,
  listIdentifiers,
  lockUser,
  setImportOrigin,
  updateUser,
} from './user-store.ts';
