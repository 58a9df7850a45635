import { me } from '@platform/sdk';
import type { Client, SignInMethod } from '@platform/sdk';

const strong: readonly SignInMethod['type'][] = ['passkey', 'security_key', 'totp'];

/** The account asks for two factors only of those who have a second one: others could not sign in again. */
export async function accountAcr(api: Client): Promise<string | undefined> {
  const { data } = await me(api).signInMethods.list();
  return data.some(({ type }) => strong.includes(type)) ? 'aal2' : undefined;
}
