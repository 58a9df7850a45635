import type { Tx } from '@platform/kit/database';
import type { PasswordRules } from '../passwords/password-rules.ts';

/** A new password's user and application. */
export interface NewPasswordFor {
  tenantId: string;
  /** The application whose login flow decides about the length. */
  clientId: string;
  /** Names and addresses of the user. */
  forbidden: readonly string[];
}

export interface NewPasswordRulesOptions {
  minimumLength: (tx: Tx, clientId: string) => Promise<number>;
  /** Names of the tenant, which passwords must not contain. */
  siteNames: (tenantId: string) => Promise<string[]>;
}

/** Collects the rules for a new password. `read` opens a transaction of the tenant. */
export const newPasswordRules =
  ({ minimumLength, siteNames }: NewPasswordRulesOptions) =>
  async (
    read: (work: (tx: Tx) => Promise<number>) => Promise<number>,
    { tenantId, clientId, forbidden }: NewPasswordFor,
  ): Promise<PasswordRules> => {
    const minLength = await read((tx) => minimumLength(tx, clientId));
    return { tenantId, minLength, forbidden: [...forbidden, ...(await siteNames(tenantId))] };
  };

/** See {@link newPasswordRules}. */
export type NewPasswordRules = ReturnType<typeof newPasswordRules>;
