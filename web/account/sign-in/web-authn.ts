import { me } from '@platform/sdk';
import type { Client, Enrollment } from '@platform/sdk';

/** Whether this browser can create passkeys and use security keys. */
export const canCreateCredentials = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function';

/** The person has closed the prompt of the browser, or let it expire. */
export class PromptClosed extends Error {}

/** The authenticator is enrolled already. */
export class AlreadyEnrolled extends Error {}

/** Asks the browser for a credential. @throws PromptClosed, AlreadyEnrolled */
async function createCredential({ publicKey }: Enrollment): Promise<Record<string, unknown>> {
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(
    publicKey as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  try {
    const credential = await navigator.credentials.create({ publicKey: options });
    return { ...(credential as PublicKeyCredential).toJSON() };
  } catch (error) {
    const { name } = error as Error;
    if (name === 'InvalidStateError') throw new AlreadyEnrolled('', { cause: error });
    if (name === 'NotAllowedError' || name === 'AbortError')
      throw new PromptClosed('', { cause: error });
    throw error;
  }
}

/** Creates a credential for an enrollment that has begun, and stores it under a name. */
export async function completeWithBrowser(
  api: Client,
  enrollment: Enrollment,
  label: string,
): Promise<void> {
  const credential = await createCredential(enrollment);
  const named = label === '' ? {} : { label };
  await me(api).authenticators.complete(enrollment.id, { credential, ...named });
}
