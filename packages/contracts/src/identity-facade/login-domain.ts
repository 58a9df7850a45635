import { z } from 'zod';
import { listOf } from '../common/list.ts';
import { time } from '../common/text.ts';

const hostName = z.string().min(1).max(253);

/** Body of POST. */
export const RegisterLoginDomainRequest = z
  .strictObject({
    domain: hostName.describe('A host name, in Unicode or as A-labels.'),
    primary: z
      .boolean()
      .default(false)
      .describe(
        'Whether links in e-mails use this domain. The first active domain becomes primary automatically.',
      ),
    passkeyRpId: hostName
      .optional()
      .describe(
        'WebAuthn RP ID: the domain itself or one of its parents, up to the registrable domain. Cannot be changed after registration.',
      ),
  })
  .meta({ id: 'RegisterLoginDomainRequest' });

const purpose = z.enum(['ownership', 'routing']);

const check = z.object({
  purpose,
  result: z.enum(['found', 'absent', 'mismatch', 'inconclusive']),
  observed: z.array(z.string()),
  checkedAt: time,
});
/** The result of a DNS check. */
export type LoginDomainCheck = z.output<typeof check>;

/** A host that serves a tenant's login pages. */
export const LoginDomain = z
  .object({
    id: z.string(),
    domain: z.string(),
    unicodeDomain: z.string(),
    status: z.enum(['pending', 'verified', 'active', 'failing', 'suspended']),
    primary: z.boolean(),
    passkeyRpId: z.string(),
    records: z
      .array(
        z.object({
          purpose,
          type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']),
          name: z.string(),
          value: z.string(),
          required: z.boolean(),
        }),
      )
      .describe(
        'DNS records to create. At a zone apex, use ALIAS, ANAME or CNAME flattening instead of CNAME.',
      ),
    checks: z.array(check),
    failureCount: z.int(),
    failingSince: time.nullable(),
    suspendAt: time.nullable().describe('When a failing domain is suspended.'),
    expiresAt: time.nullable().describe('When a pending registration expires.'),
    lastCheckedAt: time.nullable(),
    nextCheckAt: time.nullable(),
    verifiedAt: time.nullable(),
    activatedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'LoginDomain' });
/** See {@link LoginDomain}. */
export type LoginDomainResource = z.input<typeof LoginDomain>;

/** All login domains of a tenant. */
export const LoginDomainList = listOf(LoginDomain).meta({ id: 'LoginDomainList' });
