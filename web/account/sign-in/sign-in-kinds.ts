import type { SignInMethod } from '@platform/sdk';
import { Fingerprint, KeyRound, LifeBuoy, RectangleEllipsis, Smartphone, Usb } from 'lucide-react';

export const kindIcons = {
  passkey: Fingerprint,
  security_key: Usb,
  totp: Smartphone,
  password: RectangleEllipsis,
  recovery_codes: LifeBuoy,
  social: KeyRound,
} as const;

/** What would make the account safer: the first that applies. Undefined if nothing is missing. */
export function adviceFor(
  methods: readonly SignInMethod[],
): 'addPasskey' | 'addSecondFactor' | 'fewCodes' | undefined {
  const has = (kind: SignInMethod['type']): boolean => methods.some(({ type }) => type === kind);
  if (!has('passkey') && !has('security_key') && !has('totp'))
    return has('password') ? 'addSecondFactor' : 'addPasskey';
  if (!has('passkey')) return 'addPasskey';
  const codes = methods.find(({ type }) => type === 'recovery_codes');
  return codes && (codes.remaining ?? 0) <= 2 ? 'fewCodes' : undefined;
}
