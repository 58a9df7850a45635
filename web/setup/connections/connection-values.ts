import type { Setup } from '@platform/sdk';
import type { CopyValuesProps } from '../parts/copy-values.tsx';
import type { SignInProtocol } from '../providers.ts';

type Urls = Setup['connections'][number];

/** What is entered at the identity provider. */
export const connectionValues = (
  { acsUrl, entityId, metadataUrl, redirectUri }: Urls,
  protocol: SignInProtocol,
): CopyValuesProps['values'] =>
  protocol === 'oidc'
    ? [['redirectUri', redirectUri]]
    : [
        ['acsUrl', acsUrl],
        ['entityId', entityId],
        ['metadataUrl', metadataUrl],
      ];
