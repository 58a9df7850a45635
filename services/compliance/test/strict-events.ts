// Event types by SSF 1.0 §8.1.4–5, CAEP 1.0 and RISC 1.0, for the strict receiver.

const root = 'https://schemas.openid.net/secevent/';
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value !== '';
const oneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(String(value));
/** Reasons by language (CAEP 1.0 §2). */
const isLocalized: Check = (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.entries(value).every(
    ([language, text]) => Intl.getCanonicalLocales(language).length === 1 && isText(text),
  );

/** NumericDate in seconds: milliseconds would be far in the future. */
const isNumericDate: Check = (value) => Number.isInteger(value) && Number(value) < 1e11;

interface Shape {
  required: Record<string, Check>;
  optional: Record<string, Check>;
}
const shape = (required: Shape['required'] = {}, optional: Shape['optional'] = {}): Shape => ({
  required,
  optional,
});
const caep = (required: Shape['required'] = {}, optional: Shape['optional'] = {}): Shape =>
  shape(required, {
    event_timestamp: isNumericDate,
    initiating_entity: oneOf('admin', 'user', 'policy', 'system'),
    reason_admin: isLocalized,
    reason_user: isLocalized,
    ...optional,
  });

const credentialType = oneOf(
  'password',
  'pin',
  'x509',
  'fido2-platform',
  'fido2-roaming',
  'fido-u2f',
  'verifiable-credential',
  'phone-voice',
  'phone-sms',
  'app',
);

const shapes: Record<string, Shape> = {
  'ssf/event-type/verification': shape({}, { state: isText }),
  'ssf/event-type/stream-updated': shape(
    { status: oneOf('enabled', 'paused', 'disabled') },
    { reason: isText },
  ),
  'caep/event-type/session-revoked': caep(),
  'caep/event-type/credential-change': caep(
    {
      credential_type: credentialType,
      change_type: oneOf('create', 'revoke', 'update', 'delete'),
    },
    { friendly_name: isText, x509_issuer: isText, x509_serial: isText, fido2_aaguid: isText },
  ),
  'caep/event-type/assurance-level-change': caep(
    { namespace: oneOf('RFC8176', 'RFC6711', 'ISO-IEC-29115', 'NIST-IAL', 'NIST-AAL', 'NIST-FAL') },
    {
      current_level: isText,
      previous_level: isText,
      change_direction: oneOf('increase', 'decrease'),
    },
  ),
  'risc/event-type/account-disabled': shape({}, { reason: oneOf('hijacking', 'bulk-account') }),
  'risc/event-type/account-enabled': shape(),
  'risc/event-type/account-purged': shape(),
  'risc/event-type/credential-compromise': shape(
    { credential_type: credentialType },
    { event_timestamp: isNumericDate, reason_admin: isText, reason_user: isText },
  ),
  'risc/event-type/account-credential-change-required': shape(),
  'risc/event-type/recovery-activated': shape(),
};

/** SSF 1.0 §8.1.4, §8.1.5: events about the stream itself name it. */
function checkAboutStream(type: string, subject: Record<string, unknown>, streamId: string): void {
  const isAboutStream = type.startsWith(`${root}ssf/`);
  const namesStream = subject['format'] === 'opaque' && subject['id'] === streamId;
  if (isAboutStream !== namesStream) throw new Error(`${type} about ${JSON.stringify(subject)}`);
}

/** @throws unless the event conforms to its type */
export function checkEvent(
  type: string,
  event: Record<string, unknown>,
  subject: Record<string, unknown>,
  streamId: string,
): void {
  const expected = type.startsWith(root) ? shapes[type.slice(root.length)] : undefined;
  if (!expected) throw new Error(`the event type ${type}`);
  checkAboutStream(type, subject, streamId);
  for (const name of Object.keys(expected.required))
    if (!(name in event)) throw new Error(`${type} without ${name}`);
  for (const [name, value] of Object.entries(event)) {
    const check = expected.required[name] ?? expected.optional[name];
    if (!check?.(value)) throw new Error(`${type} with ${name} ${JSON.stringify(value)}`);
  }
}
