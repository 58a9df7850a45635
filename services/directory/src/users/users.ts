export { listUsers } from './user-list-store.ts';
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
