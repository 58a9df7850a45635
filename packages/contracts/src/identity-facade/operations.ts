import { brandingOperations } from './branding-operations.ts';
import { emailTemplateOperations } from './email-template-operations.ts';
import { loginAnalyticsOperations } from './login-analytics-operations.ts';
import { loginDomainOperations } from './login-domain-operations.ts';
import { loginFlowOperations } from './login-flow-operations.ts';
import {
  ownSignInMethodOperations,
  userSignInMethodOperations,
} from './sign-in-method-operations.ts';
import { brandingPictureOperations } from './branding-picture-operations.ts';
import { loginPreviewOperations } from './login-preview-operations.ts';
import { socialConnectorOperations } from './social-connector-operations.ts';

/** The operations of the API that the identity facade serves. */
export const identityFacadeOperations = {
  ...brandingOperations,
  ...brandingPictureOperations,
  ...emailTemplateOperations,
  ...loginAnalyticsOperations,
  ...loginDomainOperations,
  ...loginFlowOperations,
  ...ownSignInMethodOperations,
  ...loginPreviewOperations,
  ...socialConnectorOperations,
  ...userSignInMethodOperations,
};
