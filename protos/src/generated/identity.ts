import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Authenticator as _platform_identity_v1_Authenticator, Authenticator__Output as _platform_identity_v1_Authenticator__Output } from './platform/identity/v1/Authenticator.ts';
import type { BeginChallengeRequest as _platform_identity_v1_BeginChallengeRequest, BeginChallengeRequest__Output as _platform_identity_v1_BeginChallengeRequest__Output } from './platform/identity/v1/BeginChallengeRequest.ts';
import type { BeginChallengeResponse as _platform_identity_v1_BeginChallengeResponse, BeginChallengeResponse__Output as _platform_identity_v1_BeginChallengeResponse__Output } from './platform/identity/v1/BeginChallengeResponse.ts';
import type { BeginSocialRequest as _platform_identity_v1_BeginSocialRequest, BeginSocialRequest__Output as _platform_identity_v1_BeginSocialRequest__Output } from './platform/identity/v1/BeginSocialRequest.ts';
import type { BeginSocialResponse as _platform_identity_v1_BeginSocialResponse, BeginSocialResponse__Output as _platform_identity_v1_BeginSocialResponse__Output } from './platform/identity/v1/BeginSocialResponse.ts';
import type { CheckPasswordRequest as _platform_identity_v1_CheckPasswordRequest, CheckPasswordRequest__Output as _platform_identity_v1_CheckPasswordRequest__Output } from './platform/identity/v1/CheckPasswordRequest.ts';
import type { CheckPasswordResponse as _platform_identity_v1_CheckPasswordResponse, CheckPasswordResponse__Output as _platform_identity_v1_CheckPasswordResponse__Output } from './platform/identity/v1/CheckPasswordResponse.ts';
import type { CompleteSocialRequest as _platform_identity_v1_CompleteSocialRequest, CompleteSocialRequest__Output as _platform_identity_v1_CompleteSocialRequest__Output } from './platform/identity/v1/CompleteSocialRequest.ts';
import type { CompleteSocialResponse as _platform_identity_v1_CompleteSocialResponse, CompleteSocialResponse__Output as _platform_identity_v1_CompleteSocialResponse__Output } from './platform/identity/v1/CompleteSocialResponse.ts';
import type { CredentialImport as _platform_identity_v1_CredentialImport, CredentialImport__Output as _platform_identity_v1_CredentialImport__Output } from './platform/identity/v1/CredentialImport.ts';
import type { CredentialImportResult as _platform_identity_v1_CredentialImportResult, CredentialImportResult__Output as _platform_identity_v1_CredentialImportResult__Output } from './platform/identity/v1/CredentialImportResult.ts';
import type { CredentialsClient as _platform_identity_v1_CredentialsClient, CredentialsDefinition as _platform_identity_v1_CredentialsDefinition } from './platform/identity/v1/Credentials.ts';
import type { DescribeCredentialsRequest as _platform_identity_v1_DescribeCredentialsRequest, DescribeCredentialsRequest__Output as _platform_identity_v1_DescribeCredentialsRequest__Output } from './platform/identity/v1/DescribeCredentialsRequest.ts';
import type { DescribeCredentialsResponse as _platform_identity_v1_DescribeCredentialsResponse, DescribeCredentialsResponse__Output as _platform_identity_v1_DescribeCredentialsResponse__Output } from './platform/identity/v1/DescribeCredentialsResponse.ts';
import type { Device as _platform_identity_v1_Device, Device__Output as _platform_identity_v1_Device__Output } from './platform/identity/v1/Device.ts';
import type { GetAssetRequest as _platform_identity_v1_GetAssetRequest, GetAssetRequest__Output as _platform_identity_v1_GetAssetRequest__Output } from './platform/identity/v1/GetAssetRequest.ts';
import type { GetAssetResponse as _platform_identity_v1_GetAssetResponse, GetAssetResponse__Output as _platform_identity_v1_GetAssetResponse__Output } from './platform/identity/v1/GetAssetResponse.ts';
import type { ImportCredentialsRequest as _platform_identity_v1_ImportCredentialsRequest, ImportCredentialsRequest__Output as _platform_identity_v1_ImportCredentialsRequest__Output } from './platform/identity/v1/ImportCredentialsRequest.ts';
import type { ImportCredentialsResponse as _platform_identity_v1_ImportCredentialsResponse, ImportCredentialsResponse__Output as _platform_identity_v1_ImportCredentialsResponse__Output } from './platform/identity/v1/ImportCredentialsResponse.ts';
import type { LinkedIdentity as _platform_identity_v1_LinkedIdentity, LinkedIdentity__Output as _platform_identity_v1_LinkedIdentity__Output } from './platform/identity/v1/LinkedIdentity.ts';
import type { LoginExperienceClient as _platform_identity_v1_LoginExperienceClient, LoginExperienceDefinition as _platform_identity_v1_LoginExperienceDefinition } from './platform/identity/v1/LoginExperience.ts';
import type { MailClient as _platform_identity_v1_MailClient, MailDefinition as _platform_identity_v1_MailDefinition } from './platform/identity/v1/Mail.ts';
import type { PreviewsClient as _platform_identity_v1_PreviewsClient, PreviewsDefinition as _platform_identity_v1_PreviewsDefinition } from './platform/identity/v1/Previews.ts';
import type { RememberDeviceRequest as _platform_identity_v1_RememberDeviceRequest, RememberDeviceRequest__Output as _platform_identity_v1_RememberDeviceRequest__Output } from './platform/identity/v1/RememberDeviceRequest.ts';
import type { RememberDeviceResponse as _platform_identity_v1_RememberDeviceResponse, RememberDeviceResponse__Output as _platform_identity_v1_RememberDeviceResponse__Output } from './platform/identity/v1/RememberDeviceResponse.ts';
import type { RemoveCredentialRequest as _platform_identity_v1_RemoveCredentialRequest, RemoveCredentialRequest__Output as _platform_identity_v1_RemoveCredentialRequest__Output } from './platform/identity/v1/RemoveCredentialRequest.ts';
import type { RemoveCredentialResponse as _platform_identity_v1_RemoveCredentialResponse, RemoveCredentialResponse__Output as _platform_identity_v1_RemoveCredentialResponse__Output } from './platform/identity/v1/RemoveCredentialResponse.ts';
import type { ReportSignInRequest as _platform_identity_v1_ReportSignInRequest, ReportSignInRequest__Output as _platform_identity_v1_ReportSignInRequest__Output } from './platform/identity/v1/ReportSignInRequest.ts';
import type { ReportSignInResponse as _platform_identity_v1_ReportSignInResponse, ReportSignInResponse__Output as _platform_identity_v1_ReportSignInResponse__Output } from './platform/identity/v1/ReportSignInResponse.ts';
import type { ResolveHostRequest as _platform_identity_v1_ResolveHostRequest, ResolveHostRequest__Output as _platform_identity_v1_ResolveHostRequest__Output } from './platform/identity/v1/ResolveHostRequest.ts';
import type { ResolveHostResponse as _platform_identity_v1_ResolveHostResponse, ResolveHostResponse__Output as _platform_identity_v1_ResolveHostResponse__Output } from './platform/identity/v1/ResolveHostResponse.ts';
import type { ResolveLoginRequest as _platform_identity_v1_ResolveLoginRequest, ResolveLoginRequest__Output as _platform_identity_v1_ResolveLoginRequest__Output } from './platform/identity/v1/ResolveLoginRequest.ts';
import type { ResolveLoginResponse as _platform_identity_v1_ResolveLoginResponse, ResolveLoginResponse__Output as _platform_identity_v1_ResolveLoginResponse__Output } from './platform/identity/v1/ResolveLoginResponse.ts';
import type { ResolvePreviewRequest as _platform_identity_v1_ResolvePreviewRequest, ResolvePreviewRequest__Output as _platform_identity_v1_ResolvePreviewRequest__Output } from './platform/identity/v1/ResolvePreviewRequest.ts';
import type { ResolvePreviewResponse as _platform_identity_v1_ResolvePreviewResponse, ResolvePreviewResponse__Output as _platform_identity_v1_ResolvePreviewResponse__Output } from './platform/identity/v1/ResolvePreviewResponse.ts';
import type { SendMailRequest as _platform_identity_v1_SendMailRequest, SendMailRequest__Output as _platform_identity_v1_SendMailRequest__Output } from './platform/identity/v1/SendMailRequest.ts';
import type { SendMailResponse as _platform_identity_v1_SendMailResponse, SendMailResponse__Output as _platform_identity_v1_SendMailResponse__Output } from './platform/identity/v1/SendMailResponse.ts';
import type { SetPasswordRequest as _platform_identity_v1_SetPasswordRequest, SetPasswordRequest__Output as _platform_identity_v1_SetPasswordRequest__Output } from './platform/identity/v1/SetPasswordRequest.ts';
import type { SetPasswordResponse as _platform_identity_v1_SetPasswordResponse, SetPasswordResponse__Output as _platform_identity_v1_SetPasswordResponse__Output } from './platform/identity/v1/SetPasswordResponse.ts';
import type { SocialClient as _platform_identity_v1_SocialClient, SocialDefinition as _platform_identity_v1_SocialDefinition } from './platform/identity/v1/Social.ts';
import type { SocialConnectorOffer as _platform_identity_v1_SocialConnectorOffer, SocialConnectorOffer__Output as _platform_identity_v1_SocialConnectorOffer__Output } from './platform/identity/v1/SocialConnectorOffer.ts';
import type { VerifyChallengeRequest as _platform_identity_v1_VerifyChallengeRequest, VerifyChallengeRequest__Output as _platform_identity_v1_VerifyChallengeRequest__Output } from './platform/identity/v1/VerifyChallengeRequest.ts';
import type { VerifyChallengeResponse as _platform_identity_v1_VerifyChallengeResponse, VerifyChallengeResponse__Output as _platform_identity_v1_VerifyChallengeResponse__Output } from './platform/identity/v1/VerifyChallengeResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  platform: {
    identity: {
      v1: {
        Authenticator: MessageTypeDefinition<_platform_identity_v1_Authenticator, _platform_identity_v1_Authenticator__Output>
        BeginChallengeRequest: MessageTypeDefinition<_platform_identity_v1_BeginChallengeRequest, _platform_identity_v1_BeginChallengeRequest__Output>
        BeginChallengeResponse: MessageTypeDefinition<_platform_identity_v1_BeginChallengeResponse, _platform_identity_v1_BeginChallengeResponse__Output>
        BeginSocialRequest: MessageTypeDefinition<_platform_identity_v1_BeginSocialRequest, _platform_identity_v1_BeginSocialRequest__Output>
        BeginSocialResponse: MessageTypeDefinition<_platform_identity_v1_BeginSocialResponse, _platform_identity_v1_BeginSocialResponse__Output>
        CheckPasswordRequest: MessageTypeDefinition<_platform_identity_v1_CheckPasswordRequest, _platform_identity_v1_CheckPasswordRequest__Output>
        CheckPasswordResponse: MessageTypeDefinition<_platform_identity_v1_CheckPasswordResponse, _platform_identity_v1_CheckPasswordResponse__Output>
        CompleteSocialRequest: MessageTypeDefinition<_platform_identity_v1_CompleteSocialRequest, _platform_identity_v1_CompleteSocialRequest__Output>
        CompleteSocialResponse: MessageTypeDefinition<_platform_identity_v1_CompleteSocialResponse, _platform_identity_v1_CompleteSocialResponse__Output>
        CredentialImport: MessageTypeDefinition<_platform_identity_v1_CredentialImport, _platform_identity_v1_CredentialImport__Output>
        CredentialImportResult: MessageTypeDefinition<_platform_identity_v1_CredentialImportResult, _platform_identity_v1_CredentialImportResult__Output>
        Credentials: SubtypeConstructor<typeof grpc.Client, _platform_identity_v1_CredentialsClient> & { service: _platform_identity_v1_CredentialsDefinition }
        DescribeCredentialsRequest: MessageTypeDefinition<_platform_identity_v1_DescribeCredentialsRequest, _platform_identity_v1_DescribeCredentialsRequest__Output>
        DescribeCredentialsResponse: MessageTypeDefinition<_platform_identity_v1_DescribeCredentialsResponse, _platform_identity_v1_DescribeCredentialsResponse__Output>
        Device: MessageTypeDefinition<_platform_identity_v1_Device, _platform_identity_v1_Device__Output>
        GetAssetRequest: MessageTypeDefinition<_platform_identity_v1_GetAssetRequest, _platform_identity_v1_GetAssetRequest__Output>
        GetAssetResponse: MessageTypeDefinition<_platform_identity_v1_GetAssetResponse, _platform_identity_v1_GetAssetResponse__Output>
        ImportCredentialsRequest: MessageTypeDefinition<_platform_identity_v1_ImportCredentialsRequest, _platform_identity_v1_ImportCredentialsRequest__Output>
        ImportCredentialsResponse: MessageTypeDefinition<_platform_identity_v1_ImportCredentialsResponse, _platform_identity_v1_ImportCredentialsResponse__Output>
        LinkedIdentity: MessageTypeDefinition<_platform_identity_v1_LinkedIdentity, _platform_identity_v1_LinkedIdentity__Output>
        LoginExperience: SubtypeConstructor<typeof grpc.Client, _platform_identity_v1_LoginExperienceClient> & { service: _platform_identity_v1_LoginExperienceDefinition }
        Mail: SubtypeConstructor<typeof grpc.Client, _platform_identity_v1_MailClient> & { service: _platform_identity_v1_MailDefinition }
        Previews: SubtypeConstructor<typeof grpc.Client, _platform_identity_v1_PreviewsClient> & { service: _platform_identity_v1_PreviewsDefinition }
        RememberDeviceRequest: MessageTypeDefinition<_platform_identity_v1_RememberDeviceRequest, _platform_identity_v1_RememberDeviceRequest__Output>
        RememberDeviceResponse: MessageTypeDefinition<_platform_identity_v1_RememberDeviceResponse, _platform_identity_v1_RememberDeviceResponse__Output>
        RemoveCredentialRequest: MessageTypeDefinition<_platform_identity_v1_RemoveCredentialRequest, _platform_identity_v1_RemoveCredentialRequest__Output>
        RemoveCredentialResponse: MessageTypeDefinition<_platform_identity_v1_RemoveCredentialResponse, _platform_identity_v1_RemoveCredentialResponse__Output>
        ReportSignInRequest: MessageTypeDefinition<_platform_identity_v1_ReportSignInRequest, _platform_identity_v1_ReportSignInRequest__Output>
        ReportSignInResponse: MessageTypeDefinition<_platform_identity_v1_ReportSignInResponse, _platform_identity_v1_ReportSignInResponse__Output>
        ResolveHostRequest: MessageTypeDefinition<_platform_identity_v1_ResolveHostRequest, _platform_identity_v1_ResolveHostRequest__Output>
        ResolveHostResponse: MessageTypeDefinition<_platform_identity_v1_ResolveHostResponse, _platform_identity_v1_ResolveHostResponse__Output>
        ResolveLoginRequest: MessageTypeDefinition<_platform_identity_v1_ResolveLoginRequest, _platform_identity_v1_ResolveLoginRequest__Output>
        ResolveLoginResponse: MessageTypeDefinition<_platform_identity_v1_ResolveLoginResponse, _platform_identity_v1_ResolveLoginResponse__Output>
        ResolvePreviewRequest: MessageTypeDefinition<_platform_identity_v1_ResolvePreviewRequest, _platform_identity_v1_ResolvePreviewRequest__Output>
        ResolvePreviewResponse: MessageTypeDefinition<_platform_identity_v1_ResolvePreviewResponse, _platform_identity_v1_ResolvePreviewResponse__Output>
        SendMailRequest: MessageTypeDefinition<_platform_identity_v1_SendMailRequest, _platform_identity_v1_SendMailRequest__Output>
        SendMailResponse: MessageTypeDefinition<_platform_identity_v1_SendMailResponse, _platform_identity_v1_SendMailResponse__Output>
        SetPasswordRequest: MessageTypeDefinition<_platform_identity_v1_SetPasswordRequest, _platform_identity_v1_SetPasswordRequest__Output>
        SetPasswordResponse: MessageTypeDefinition<_platform_identity_v1_SetPasswordResponse, _platform_identity_v1_SetPasswordResponse__Output>
        Social: SubtypeConstructor<typeof grpc.Client, _platform_identity_v1_SocialClient> & { service: _platform_identity_v1_SocialDefinition }
        SocialConnectorOffer: MessageTypeDefinition<_platform_identity_v1_SocialConnectorOffer, _platform_identity_v1_SocialConnectorOffer__Output>
        VerifyChallengeRequest: MessageTypeDefinition<_platform_identity_v1_VerifyChallengeRequest, _platform_identity_v1_VerifyChallengeRequest__Output>
        VerifyChallengeResponse: MessageTypeDefinition<_platform_identity_v1_VerifyChallengeResponse, _platform_identity_v1_VerifyChallengeResponse__Output>
      }
    }
  }
}

