// Original file: protos/platform/identity/v1/identity.proto

import type { SocialConnectorOffer as _platform_identity_v1_SocialConnectorOffer, SocialConnectorOffer__Output as _platform_identity_v1_SocialConnectorOffer__Output } from '../../../platform/identity/v1/SocialConnectorOffer.ts';
import type { Long } from '@grpc/proto-loader';

export interface ResolveLoginResponse {
  'etag'?: (string);
  'notModified'?: (boolean);
  'version'?: (number | string | Long);
  'activationSequence'?: (number | string | Long);
  'minimumActivationSequence'?: (number | string | Long);
  'entrypoint'?: (string);
  'definitionJson'?: (string);
  'bindingJson'?: (string);
  'brandingJson'?: (string);
  'connectors'?: (_platform_identity_v1_SocialConnectorOffer)[];
  'locale'?: (string);
  'textsJson'?: (string);
  'themePath'?: (string);
  'passwordMinLength'?: (number);
  'supportedLocales'?: (string)[];
}

export interface ResolveLoginResponse__Output {
  'etag': (string);
  'notModified': (boolean);
  'version': (number);
  'activationSequence': (number);
  'minimumActivationSequence': (number);
  'entrypoint': (string);
  'definitionJson': (string);
  'bindingJson': (string);
  'brandingJson': (string);
  'connectors': (_platform_identity_v1_SocialConnectorOffer__Output)[];
  'locale': (string);
  'textsJson': (string);
  'themePath': (string);
  'passwordMinLength': (number);
  'supportedLocales': (string)[];
}
