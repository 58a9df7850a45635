import { users } from '@platform/sdk';
import type { Client, UpdateUserRequest } from '@platform/sdk';

/** How the form of a user is saved, and read again after another person has saved. */
export const saveProfile = (id: string) => ({
  send: (api: Client, patch: object, ifMatch: string | undefined) =>
    users(api).update(id, patch as UpdateUserRequest, ifMatch === undefined ? {} : { ifMatch }),
  reread: (api: Client) => users(api).get(id),
  refreshes: ['userDirectoryGet', 'userDirectoryList'] as const,
});
