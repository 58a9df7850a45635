import type { User } from '@platform/sdk';

/** The form of a profile: text, empty where the user has no value. */
export interface ProfileValues {
  displayName: string;
  name: { givenName: string; familyName: string };
  nickname: string;
  title: string;
  email: string;
  phoneNumber: string;
  username: string;
  externalId: string;
  locale: string;
  timeZone: string;
}

/** The fields of the form, in its order. `isCode`: ids and addresses, which are not prose. */
export const profileFields = [
  { name: 'displayName', group: 'name' },
  { name: 'name.givenName', group: 'name' },
  { name: 'name.familyName', group: 'name' },
  { name: 'nickname', group: 'name' },
  { name: 'title', group: 'name' },
  { name: 'email', group: 'contact' },
  { name: 'phoneNumber', group: 'contact' },
  { name: 'username', group: 'account' },
  { name: 'externalId', group: 'account' },
  { name: 'locale', group: 'account' },
  { name: 'timeZone', group: 'account' },
] as const;

export type ProfileField = (typeof profileFields)[number]['name'];

const text = (value: string | null | undefined): string => value ?? '';

/** The values of a user, as the form has them. */
export const profileValues = (user: User): ProfileValues => ({
  displayName: text(user.displayName),
  name: { givenName: text(user.name?.givenName), familyName: text(user.name?.familyName) },
  nickname: text(user.nickname),
  title: text(user.title),
  email: text(user.email),
  phoneNumber: text(user.phoneNumber),
  username: text(user.username),
  externalId: text(user.externalId),
  locale: text(user.locale),
  timeZone: text(user.timeZone),
});

/** Whether a directory writes the field, so that it cannot be changed here. */
export const isManaged = ({ managedBy }: User, name: ProfileField): boolean =>
  managedBy?.attributes.some(
    (attribute) => name === attribute || name.startsWith(`${attribute}.`),
  ) ?? false;
