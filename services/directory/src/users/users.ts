export {
  findIdentifierHolder,
  findUser,
  listIdentifiers,
  lockUser,
  updateUser,
} from './user-store.ts';
