import type { Tx } from '@platform/kit/database';

/** What elevation needs to know of roles. */
export interface RoleSource {
  /** The scopes that a role gives; undefined for one that does not exist. With `hold` it cannot be deleted before the transaction ends. */
  scopes(tx: Tx, key: string, options?: { hold?: boolean }): Promise<readonly string[] | undefined>;
  /** Keys of the roles that a user holds by assignment here. */
  assigned(tx: Tx, userId: string): Promise<readonly string[]>;
}
