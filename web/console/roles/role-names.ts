import type { Role } from '@platform/sdk';

/** What a role is called: its name, or its key. */
export const roleName = ({ displayName, key }: Pick<Role, 'displayName' | 'key'>): string =>
  displayName ?? key;
