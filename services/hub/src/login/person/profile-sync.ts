import { asProblem } from '@platform/kit/problem';
import type { BrokeredIdentity } from '../../federation/brokered-identity.ts';
import {
  fittingProfile,
  profileOfAttributes,
  withoutRefused,
} from '../../user-attributes/user-attributes.ts';
import type { StepContext } from '../steps/login-step.ts';

type Profile = Readonly<Record<string, unknown>>;

/** Updates a profile from the provider's attributes. Values that the directory rejects do not block the others. */
export async function syncProfile(
  { login, siblings }: Pick<StepContext, 'login' | 'siblings'>,
  { attributes }: Pick<BrokeredIdentity, 'attributes'>,
  userId: string,
): Promise<void> {
  const { username: _, phoneNumber: __, ...profile } = profileOfAttributes(attributes);

  /** Updates the profile. Returns the problem if the directory rejects it. */
  const patchProfile = (wanted: Profile) =>
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
          // A value that violates the tenant's rules must not fail the sign-in.
          if (refusal.status >= 500) throw error;
          return refusal;
        },
      );

  const wanted = fittingProfile(profile);
  const refusal = await patchProfile(wanted);
  const pointers = (refusal?.details.errors ?? []).map(({ pointer }) => pointer ?? '');
  const left = withoutRefused(wanted, pointers);
  if (pointers.length > 0 && Object.keys(left).length > 0) await patchProfile(left);
}
