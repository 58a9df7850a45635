import { Deletion } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import {
  CreateSocialConnectorRequest,
  PatchSocialConnectorRequest,
  SocialConnector,
  SocialConnectorList,
} from './social-connector.ts';

const read = allOf('tenant:idp.read');
const write = allOf('tenant:idp.write');
const path = '/api/v1/login-experience/social-connectors';

/** Operations on social connectors, for sign-in at social providers. */
export const socialConnectorOperations = operations({
  loginExperienceListConnectors: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists social connectors, by provider',
    response: SocialConnectorList,
    errors: [],
    noEtag: true,
  },
  loginExperienceGetConnector: {
    method: 'get',
    path: `${path}/{provider}`,
    scopes: read,
    summary: 'Gets a social connector',
    response: SocialConnector,
    errors: [],
  },
  loginExperienceCreateConnector: {
    method: 'post',
    path: `${path}/{provider}`,
    scopes: write,
    summary: 'Creates a social connector',
    body: CreateSocialConnectorRequest,
    response: SocialConnector,
    errors: ['already_exists', 'limit_exceeded'],
    mode: 'external',
    maxBodyBytes: 262_144,
    description:
      '`provider` is a provider of the catalog, or `oidc-{name}` or `oauth2-{name}` for any other provider. If the issuer cannot be reached, the connector is created with `health` set to `unverified`.',
  },
  loginExperiencePatchConnector: {
    method: 'patch',
    path: `${path}/{provider}`,
    scopes: write,
    summary: 'Updates a social connector',
    body: PatchSocialConnectorRequest,
    mergePatch: true,
    response: SocialConnector,
    errors: ['validation_failed', 'precondition_failed'],
    mode: 'external',
    maxBodyBytes: 262_144,
  },
  loginExperienceDeleteConnector: {
    method: 'delete',
    path: `${path}/{provider}`,
    scopes: write,
    summary: 'Deletes a social connector',
    response: Deletion,
    errors: ['invalid_state', 'precondition_failed'],
    description:
      'Returns an error if this connector is the only first factor of a login flow in use.',
  },
});
