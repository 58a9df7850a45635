import type { Provider } from 'oidc-provider';
import { opaqueValueOf } from '../../tokens/api-token.ts';

interface TokenPrototype {
  getValueAndPayload(this: object): Promise<{ value: string }>;
}

/**
 * Returns the opaque value of a token for which one was noted, in place of its JWT. The opaque format of oidc-provider 9.13 skips the
 * customizer of JWTs, on which claims, access policies and the last check of revocations depend, and stores the token by itself.
 * Unnecessary when the library calls a customizer before it stores an opaque token.
 */
export function returnOpaqueValues(provider: Provider): void {
  for (const model of [provider.AccessToken, provider.ClientCredentials]) {
    const prototype = model.prototype as unknown as TokenPrototype;
    const { getValueAndPayload } = prototype;
    prototype.getValueAndPayload = async function getOpaqueValue() {
      const signed = await getValueAndPayload.call(this);
      return { ...signed, value: opaqueValueOf(this) ?? signed.value };
    };
  }
}
