import type { ClaimsCallBody } from '@platform/contracts';
import { valueAt } from '@platform/siblings/claims';
import type { ClaimSchema } from '@platform/protos';
import type { Organizations } from '../people/organizations.ts';
import type { KnownUser, People } from '../people/people.ts';
import { claimJson } from './claim-json.ts';

/** The sources of user and organization attributes. */
export interface ClaimAttributes {
  people: People;
  organizations: Organizations;
}

const pointerOf = ({ sourceJson }: ClaimSchema): string =>
  String((claimJson(sourceJson) as { pointer?: unknown }).pointer ?? '/');

/** Values of the claims whose source is an attribute, by claim name. */
export async function attributeClaims(
  attributes: ClaimAttributes,
  schemas: readonly ClaimSchema[],
  call: ClaimsCallBody,
): Promise<Map<string, unknown>> {
  const pointers = schemas
    .filter((s) => s.sourceKind === 'attribute')
    .map((s): [string, string] => [s.claimName, pointerOf(s)]);
  if (pointers.length === 0) return new Map();
  const profile = await profileOf(
    attributes,
    call,
    pointers.some(([, pointer]) => pointer.startsWith('/organization')),
  );
  return new Map(pointers.map(([name, pointer]) => [name, valueAt(profile, pointer)]));
}

/**
 * The document that pointers of the source `attribute` refer to, with only the custom attributes
 * that tokens may contain.
 */
async function profileOf(
  { people, organizations }: ClaimAttributes,
  { tenantId, principal, organizationId }: ClaimsCallBody,
  wantsOrganization: boolean,
): Promise<unknown> {
  const person = principal.type === 'user' ? await people.find(tenantId, principal.id) : undefined;
  if (!person) return {};
  const membership = person.memberships.find(
    (m) => m.organizationId === organizationId && m.state === 'active',
  );
  if (!membership) return { user: userOf(person) };
  if (!wantsOrganization) return { user: userOf(person), membership };
  const json = await organizations.jsonFor(tenantId, membership.organizationId, person.id);
  return { user: userOf(person), membership, organization: claimJson(json) };
}

const userOf = ({ userJson, tokenAttributesJson }: KnownUser): object => ({
  ...(claimJson(userJson) as object),
  attributes: claimJson(tokenAttributesJson),
});
