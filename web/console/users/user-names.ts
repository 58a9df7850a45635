import type { User } from '@platform/sdk';

/** What a user is called: the first of the names that they have. */
export const userName = ({ displayName, email, username, phoneNumber, id }: User): string =>
  displayName ?? email ?? username ?? phoneNumber ?? id;

/** Whether a text is the id of a user. */
export const isUserId = (text: string): boolean => /^usr_[0-9a-z]{26}$/.test(text);
