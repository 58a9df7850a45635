import { asProblem } from '@platform/kit/problem';
import type { BrokeredIdentity } from '../../federation/brokered-identity.ts';
import {
  fittingProfile,
  profileOfAttributes,
  withoutRefused,
} from '../../user-attributes/user-attributes.ts';
import type { StepContext } from '../steps/login-step.ts';

type Profile = Readonly<Record<string, unknown>>;

/** Keeps a profile in step with the provider's. What the directory does not take stays as it is, and keeps nothing else back. */
export async function syncProfile(
  { login, siblings }: Pick<StepContext, 'login' | 'siblings'>,
  { attributes }: Pick<BrokeredIdentity, 'attributes'>,
  userId: string,
): Promise<void> {
  const { username: _, phoneNumber: __, ...profile } = profileOfAttributes(attributes);

  /** Why the directory does not take a profile; undefined where it does. */
  const refusalOf = (wanted: Profile) =>
    siblings
      .directory()
      .PatchProfile(
        {
          tenantId: login.request.tenant.id,
          userId,
          mergePatchJson: JSON.stringify(wanted),
          loginId: login.request.uid,
        },
        { deadlineMs: siblings.deadlineMs },
      )
      .then(
        () => undefined,
        (error: unknown) => {
          const refusal = asProblem(error);
          // What the tenant's rules do not take from the provider makes the sign-in none the worse.
          if (refusal.status >= 500) throw error;
          return refusal;
        },
      );

  const wanted = fittingProfile(profile);
  const refusal = await refusalOf(wanted);
  const pointers = (refusal?.details.errors ?? []).map(({ pointer }) => pointer ?? '');
  const left = withoutRefused(wanted, pointers);
  if (pointers.length > 0 && Object.keys(left).length > 0) await refusalOf(left);
}
