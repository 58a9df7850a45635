import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;

const totp = (secret: Secret, label = '', issuer = ''): TOTP =>
  new TOTP({ secret, label, issuer, algorithm: 'SHA1', digits: 6, period: periodSeconds });

/** A new secret of 160 bits (RFC 4226 §4), in base32. */
export const newTotpSecret = (randomBytes: (length: number) => Buffer): string =>
  new Secret({ buffer: Uint8Array.from(randomBytes(20)).buffer }).base32;

/** What authenticator apps read from a QR code. */
export const totpUri = (
  secret: string,
  { label, issuer }: { label: string; issuer: string },
): string => totp(Secret.fromBase32(secret), label, issuer).toString();

/** The time step that a code belongs to, at most one away from now (RFC 6238 §5.2); undefined for a wrong code. */
export function totpStep(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totp(Secret.fromBase32(secret)).validate({
    token: code,
    timestamp: now,
    window: 1,
  });
  return delta === null ? undefined : Math.floor(now / 1_000 / periodSeconds) + delta;
}
