import type { z } from 'zod';
import type { ProtectedResourceMetadata } from '@platform/contracts';
import type { ApiDetailTypeRecord } from './api-detail-type-store.ts';
import type { ApiResourceRecord } from './api-resource-store.ts';
import { apiSettingsOf } from './api-resource-settings.ts';
import type { ApiScopeRecord } from './api-scope-store.ts';

/** The metadata of an API as a protected resource (RFC 9728 §2); it names the issuer as the only authorization server. */
export function resourceMetadata(
  issuer: string,
  api: Pick<ApiResourceRecord, 'identifier' | 'name' | 'settings'>,
  {
    scopes,
    detailTypes,
  }: {
    scopes: readonly Pick<ApiScopeRecord, 'name'>[];
    detailTypes: readonly Pick<ApiDetailTypeRecord, 'type'>[];
  },
): z.infer<typeof ProtectedResourceMetadata> {
  const { documentationUri, policyUri, tosUri, senderConstraint } = apiSettingsOf(api.settings);
  return {
    resource: api.identifier,
    authorization_servers: [issuer],
    scopes_supported: scopes.map(({ name }) => name),
    bearer_methods_supported: ['header'],
    resource_name: api.name,
    ...(documentationUri !== null && { resource_documentation: documentationUri }),
    ...(policyUri !== null && { resource_policy_uri: policyUri }),
    ...(tosUri !== null && { resource_tos_uri: tosUri }),
    ...(detailTypes.length > 0 && {
      authorization_details_types_supported: detailTypes.map(({ type }) => type),
    }),
    ...(senderConstraint === 'dpop' && { dpop_bound_access_tokens_required: true }),
    ...(senderConstraint === 'mtls' && { tls_client_certificate_bound_access_tokens: true }),
  };
}
