// Original file: protos/platform/identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BeginChallengeRequest as _platform_identity_v1_BeginChallengeRequest, BeginChallengeRequest__Output as _platform_identity_v1_BeginChallengeRequest__Output } from '../../../platform/identity/v1/BeginChallengeRequest.ts';
import type { BeginChallengeResponse as _platform_identity_v1_BeginChallengeResponse, BeginChallengeResponse__Output as _platform_identity_v1_BeginChallengeResponse__Output } from '../../../platform/identity/v1/BeginChallengeResponse.ts';
import type { CheckPasswordRequest as _platform_identity_v1_CheckPasswordRequest, CheckPasswordRequest__Output as _platform_identity_v1_CheckPasswordRequest__Output } from '../../../platform/identity/v1/CheckPasswordRequest.ts';
import type { CheckPasswordResponse as _platform_identity_v1_CheckPasswordResponse, CheckPasswordResponse__Output as _platform_identity_v1_CheckPasswordResponse__Output } from '../../../platform/identity/v1/CheckPasswordResponse.ts';
import type { DescribeCredentialsRequest as _platform_identity_v1_DescribeCredentialsRequest, DescribeCredentialsRequest__Output as _platform_identity_v1_DescribeCredentialsRequest__Output } from '../../../platform/identity/v1/DescribeCredentialsRequest.ts';
import type { DescribeCredentialsResponse as _platform_identity_v1_DescribeCredentialsResponse, DescribeCredentialsResponse__Output as _platform_identity_v1_DescribeCredentialsResponse__Output } from '../../../platform/identity/v1/DescribeCredentialsResponse.ts';
import type { ImportCredentialsRequest as _platform_identity_v1_ImportCredentialsRequest, ImportCredentialsRequest__Output as _platform_identity_v1_ImportCredentialsRequest__Output } from '../../../platform/identity/v1/ImportCredentialsRequest.ts';
import type { ImportCredentialsResponse as _platform_identity_v1_ImportCredentialsResponse, ImportCredentialsResponse__Output as _platform_identity_v1_ImportCredentialsResponse__Output } from '../../../platform/identity/v1/ImportCredentialsResponse.ts';
import type { RememberDeviceRequest as _platform_identity_v1_RememberDeviceRequest, RememberDeviceRequest__Output as _platform_identity_v1_RememberDeviceRequest__Output } from '../../../platform/identity/v1/RememberDeviceRequest.ts';
import type { RememberDeviceResponse as _platform_identity_v1_RememberDeviceResponse, RememberDeviceResponse__Output as _platform_identity_v1_RememberDeviceResponse__Output } from '../../../platform/identity/v1/RememberDeviceResponse.ts';
import type { RemoveCredentialRequest as _platform_identity_v1_RemoveCredentialRequest, RemoveCredentialRequest__Output as _platform_identity_v1_RemoveCredentialRequest__Output } from '../../../platform/identity/v1/RemoveCredentialRequest.ts';
import type { RemoveCredentialResponse as _platform_identity_v1_RemoveCredentialResponse, RemoveCredentialResponse__Output as _platform_identity_v1_RemoveCredentialResponse__Output } from '../../../platform/identity/v1/RemoveCredentialResponse.ts';
import type { ReportSignInRequest as _platform_identity_v1_ReportSignInRequest, ReportSignInRequest__Output as _platform_identity_v1_ReportSignInRequest__Output } from '../../../platform/identity/v1/ReportSignInRequest.ts';
import type { ReportSignInResponse as _platform_identity_v1_ReportSignInResponse, ReportSignInResponse__Output as _platform_identity_v1_ReportSignInResponse__Output } from '../../../platform/identity/v1/ReportSignInResponse.ts';
import type { SetPasswordRequest as _platform_identity_v1_SetPasswordRequest, SetPasswordRequest__Output as _platform_identity_v1_SetPasswordRequest__Output } from '../../../platform/identity/v1/SetPasswordRequest.ts';
import type { SetPasswordResponse as _platform_identity_v1_SetPasswordResponse, SetPasswordResponse__Output as _platform_identity_v1_SetPasswordResponse__Output } from '../../../platform/identity/v1/SetPasswordResponse.ts';
import type { VerifyChallengeRequest as _platform_identity_v1_VerifyChallengeRequest, VerifyChallengeRequest__Output as _platform_identity_v1_VerifyChallengeRequest__Output } from '../../../platform/identity/v1/VerifyChallengeRequest.ts';
import type { VerifyChallengeResponse as _platform_identity_v1_VerifyChallengeResponse, VerifyChallengeResponse__Output as _platform_identity_v1_VerifyChallengeResponse__Output } from '../../../platform/identity/v1/VerifyChallengeResponse.ts';

export interface CredentialsClient extends grpc.Client {
  BeginChallenge(argument: _platform_identity_v1_BeginChallengeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_BeginChallengeResponse__Output>): grpc.ClientUnaryCall;
  BeginChallenge(argument: _platform_identity_v1_BeginChallengeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_BeginChallengeResponse__Output>): grpc.ClientUnaryCall;
  BeginChallenge(argument: _platform_identity_v1_BeginChallengeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_BeginChallengeResponse__Output>): grpc.ClientUnaryCall;
  BeginChallenge(argument: _platform_identity_v1_BeginChallengeRequest, callback: grpc.requestCallback<_platform_identity_v1_BeginChallengeResponse__Output>): grpc.ClientUnaryCall;
  beginChallenge(argument: _platform_identity_v1_BeginChallengeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_BeginChallengeResponse__Output>): grpc.ClientUnaryCall;
  beginChallenge(argument: _platform_identity_v1_BeginChallengeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_BeginChallengeResponse__Output>): grpc.ClientUnaryCall;
  beginChallenge(argument: _platform_identity_v1_BeginChallengeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_BeginChallengeResponse__Output>): grpc.ClientUnaryCall;
  beginChallenge(argument: _platform_identity_v1_BeginChallengeRequest, callback: grpc.requestCallback<_platform_identity_v1_BeginChallengeResponse__Output>): grpc.ClientUnaryCall;
  
  CheckPassword(argument: _platform_identity_v1_CheckPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_CheckPasswordResponse__Output>): grpc.ClientUnaryCall;
  CheckPassword(argument: _platform_identity_v1_CheckPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_CheckPasswordResponse__Output>): grpc.ClientUnaryCall;
  CheckPassword(argument: _platform_identity_v1_CheckPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_CheckPasswordResponse__Output>): grpc.ClientUnaryCall;
  CheckPassword(argument: _platform_identity_v1_CheckPasswordRequest, callback: grpc.requestCallback<_platform_identity_v1_CheckPasswordResponse__Output>): grpc.ClientUnaryCall;
  checkPassword(argument: _platform_identity_v1_CheckPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_CheckPasswordResponse__Output>): grpc.ClientUnaryCall;
  checkPassword(argument: _platform_identity_v1_CheckPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_CheckPasswordResponse__Output>): grpc.ClientUnaryCall;
  checkPassword(argument: _platform_identity_v1_CheckPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_CheckPasswordResponse__Output>): grpc.ClientUnaryCall;
  checkPassword(argument: _platform_identity_v1_CheckPasswordRequest, callback: grpc.requestCallback<_platform_identity_v1_CheckPasswordResponse__Output>): grpc.ClientUnaryCall;
  
  Describe(argument: _platform_identity_v1_DescribeCredentialsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_DescribeCredentialsResponse__Output>): grpc.ClientUnaryCall;
  Describe(argument: _platform_identity_v1_DescribeCredentialsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_DescribeCredentialsResponse__Output>): grpc.ClientUnaryCall;
  Describe(argument: _platform_identity_v1_DescribeCredentialsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_DescribeCredentialsResponse__Output>): grpc.ClientUnaryCall;
  Describe(argument: _platform_identity_v1_DescribeCredentialsRequest, callback: grpc.requestCallback<_platform_identity_v1_DescribeCredentialsResponse__Output>): grpc.ClientUnaryCall;
  describe(argument: _platform_identity_v1_DescribeCredentialsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_DescribeCredentialsResponse__Output>): grpc.ClientUnaryCall;
  describe(argument: _platform_identity_v1_DescribeCredentialsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_DescribeCredentialsResponse__Output>): grpc.ClientUnaryCall;
  describe(argument: _platform_identity_v1_DescribeCredentialsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_DescribeCredentialsResponse__Output>): grpc.ClientUnaryCall;
  describe(argument: _platform_identity_v1_DescribeCredentialsRequest, callback: grpc.requestCallback<_platform_identity_v1_DescribeCredentialsResponse__Output>): grpc.ClientUnaryCall;
  
  ImportCredentials(argument: _platform_identity_v1_ImportCredentialsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ImportCredentialsResponse__Output>): grpc.ClientUnaryCall;
  ImportCredentials(argument: _platform_identity_v1_ImportCredentialsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_ImportCredentialsResponse__Output>): grpc.ClientUnaryCall;
  ImportCredentials(argument: _platform_identity_v1_ImportCredentialsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ImportCredentialsResponse__Output>): grpc.ClientUnaryCall;
  ImportCredentials(argument: _platform_identity_v1_ImportCredentialsRequest, callback: grpc.requestCallback<_platform_identity_v1_ImportCredentialsResponse__Output>): grpc.ClientUnaryCall;
  importCredentials(argument: _platform_identity_v1_ImportCredentialsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ImportCredentialsResponse__Output>): grpc.ClientUnaryCall;
  importCredentials(argument: _platform_identity_v1_ImportCredentialsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_ImportCredentialsResponse__Output>): grpc.ClientUnaryCall;
  importCredentials(argument: _platform_identity_v1_ImportCredentialsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ImportCredentialsResponse__Output>): grpc.ClientUnaryCall;
  importCredentials(argument: _platform_identity_v1_ImportCredentialsRequest, callback: grpc.requestCallback<_platform_identity_v1_ImportCredentialsResponse__Output>): grpc.ClientUnaryCall;
  
  RememberDevice(argument: _platform_identity_v1_RememberDeviceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_RememberDeviceResponse__Output>): grpc.ClientUnaryCall;
  RememberDevice(argument: _platform_identity_v1_RememberDeviceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_RememberDeviceResponse__Output>): grpc.ClientUnaryCall;
  RememberDevice(argument: _platform_identity_v1_RememberDeviceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_RememberDeviceResponse__Output>): grpc.ClientUnaryCall;
  RememberDevice(argument: _platform_identity_v1_RememberDeviceRequest, callback: grpc.requestCallback<_platform_identity_v1_RememberDeviceResponse__Output>): grpc.ClientUnaryCall;
  rememberDevice(argument: _platform_identity_v1_RememberDeviceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_RememberDeviceResponse__Output>): grpc.ClientUnaryCall;
  rememberDevice(argument: _platform_identity_v1_RememberDeviceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_RememberDeviceResponse__Output>): grpc.ClientUnaryCall;
  rememberDevice(argument: _platform_identity_v1_RememberDeviceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_RememberDeviceResponse__Output>): grpc.ClientUnaryCall;
  rememberDevice(argument: _platform_identity_v1_RememberDeviceRequest, callback: grpc.requestCallback<_platform_identity_v1_RememberDeviceResponse__Output>): grpc.ClientUnaryCall;
  
  Remove(argument: _platform_identity_v1_RemoveCredentialRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_RemoveCredentialResponse__Output>): grpc.ClientUnaryCall;
  Remove(argument: _platform_identity_v1_RemoveCredentialRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_RemoveCredentialResponse__Output>): grpc.ClientUnaryCall;
  Remove(argument: _platform_identity_v1_RemoveCredentialRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_RemoveCredentialResponse__Output>): grpc.ClientUnaryCall;
  Remove(argument: _platform_identity_v1_RemoveCredentialRequest, callback: grpc.requestCallback<_platform_identity_v1_RemoveCredentialResponse__Output>): grpc.ClientUnaryCall;
  remove(argument: _platform_identity_v1_RemoveCredentialRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_RemoveCredentialResponse__Output>): grpc.ClientUnaryCall;
  remove(argument: _platform_identity_v1_RemoveCredentialRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_RemoveCredentialResponse__Output>): grpc.ClientUnaryCall;
  remove(argument: _platform_identity_v1_RemoveCredentialRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_RemoveCredentialResponse__Output>): grpc.ClientUnaryCall;
  remove(argument: _platform_identity_v1_RemoveCredentialRequest, callback: grpc.requestCallback<_platform_identity_v1_RemoveCredentialResponse__Output>): grpc.ClientUnaryCall;
  
  ReportSignIn(argument: _platform_identity_v1_ReportSignInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ReportSignInResponse__Output>): grpc.ClientUnaryCall;
  ReportSignIn(argument: _platform_identity_v1_ReportSignInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_ReportSignInResponse__Output>): grpc.ClientUnaryCall;
  ReportSignIn(argument: _platform_identity_v1_ReportSignInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ReportSignInResponse__Output>): grpc.ClientUnaryCall;
  ReportSignIn(argument: _platform_identity_v1_ReportSignInRequest, callback: grpc.requestCallback<_platform_identity_v1_ReportSignInResponse__Output>): grpc.ClientUnaryCall;
  reportSignIn(argument: _platform_identity_v1_ReportSignInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ReportSignInResponse__Output>): grpc.ClientUnaryCall;
  reportSignIn(argument: _platform_identity_v1_ReportSignInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_ReportSignInResponse__Output>): grpc.ClientUnaryCall;
  reportSignIn(argument: _platform_identity_v1_ReportSignInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_ReportSignInResponse__Output>): grpc.ClientUnaryCall;
  reportSignIn(argument: _platform_identity_v1_ReportSignInRequest, callback: grpc.requestCallback<_platform_identity_v1_ReportSignInResponse__Output>): grpc.ClientUnaryCall;
  
  SetPassword(argument: _platform_identity_v1_SetPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_SetPasswordResponse__Output>): grpc.ClientUnaryCall;
  SetPassword(argument: _platform_identity_v1_SetPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_SetPasswordResponse__Output>): grpc.ClientUnaryCall;
  SetPassword(argument: _platform_identity_v1_SetPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_SetPasswordResponse__Output>): grpc.ClientUnaryCall;
  SetPassword(argument: _platform_identity_v1_SetPasswordRequest, callback: grpc.requestCallback<_platform_identity_v1_SetPasswordResponse__Output>): grpc.ClientUnaryCall;
  setPassword(argument: _platform_identity_v1_SetPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_SetPasswordResponse__Output>): grpc.ClientUnaryCall;
  setPassword(argument: _platform_identity_v1_SetPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_SetPasswordResponse__Output>): grpc.ClientUnaryCall;
  setPassword(argument: _platform_identity_v1_SetPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_SetPasswordResponse__Output>): grpc.ClientUnaryCall;
  setPassword(argument: _platform_identity_v1_SetPasswordRequest, callback: grpc.requestCallback<_platform_identity_v1_SetPasswordResponse__Output>): grpc.ClientUnaryCall;
  
  VerifyChallenge(argument: _platform_identity_v1_VerifyChallengeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_VerifyChallengeResponse__Output>): grpc.ClientUnaryCall;
  VerifyChallenge(argument: _platform_identity_v1_VerifyChallengeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_VerifyChallengeResponse__Output>): grpc.ClientUnaryCall;
  VerifyChallenge(argument: _platform_identity_v1_VerifyChallengeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_VerifyChallengeResponse__Output>): grpc.ClientUnaryCall;
  VerifyChallenge(argument: _platform_identity_v1_VerifyChallengeRequest, callback: grpc.requestCallback<_platform_identity_v1_VerifyChallengeResponse__Output>): grpc.ClientUnaryCall;
  verifyChallenge(argument: _platform_identity_v1_VerifyChallengeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_VerifyChallengeResponse__Output>): grpc.ClientUnaryCall;
  verifyChallenge(argument: _platform_identity_v1_VerifyChallengeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_platform_identity_v1_VerifyChallengeResponse__Output>): grpc.ClientUnaryCall;
  verifyChallenge(argument: _platform_identity_v1_VerifyChallengeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_platform_identity_v1_VerifyChallengeResponse__Output>): grpc.ClientUnaryCall;
  verifyChallenge(argument: _platform_identity_v1_VerifyChallengeRequest, callback: grpc.requestCallback<_platform_identity_v1_VerifyChallengeResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface CredentialsHandlers extends grpc.UntypedServiceImplementation {
  BeginChallenge: grpc.handleUnaryCall<_platform_identity_v1_BeginChallengeRequest__Output, _platform_identity_v1_BeginChallengeResponse>;
  
  CheckPassword: grpc.handleUnaryCall<_platform_identity_v1_CheckPasswordRequest__Output, _platform_identity_v1_CheckPasswordResponse>;
  
  Describe: grpc.handleUnaryCall<_platform_identity_v1_DescribeCredentialsRequest__Output, _platform_identity_v1_DescribeCredentialsResponse>;
  
  ImportCredentials: grpc.handleUnaryCall<_platform_identity_v1_ImportCredentialsRequest__Output, _platform_identity_v1_ImportCredentialsResponse>;
  
  RememberDevice: grpc.handleUnaryCall<_platform_identity_v1_RememberDeviceRequest__Output, _platform_identity_v1_RememberDeviceResponse>;
  
  Remove: grpc.handleUnaryCall<_platform_identity_v1_RemoveCredentialRequest__Output, _platform_identity_v1_RemoveCredentialResponse>;
  
  ReportSignIn: grpc.handleUnaryCall<_platform_identity_v1_ReportSignInRequest__Output, _platform_identity_v1_ReportSignInResponse>;
  
  SetPassword: grpc.handleUnaryCall<_platform_identity_v1_SetPasswordRequest__Output, _platform_identity_v1_SetPasswordResponse>;
  
  VerifyChallenge: grpc.handleUnaryCall<_platform_identity_v1_VerifyChallengeRequest__Output, _platform_identity_v1_VerifyChallengeResponse>;
  
}

export interface CredentialsDefinition extends grpc.ServiceDefinition {
  BeginChallenge: MethodDefinition<_platform_identity_v1_BeginChallengeRequest, _platform_identity_v1_BeginChallengeResponse, _platform_identity_v1_BeginChallengeRequest__Output, _platform_identity_v1_BeginChallengeResponse__Output>
  CheckPassword: MethodDefinition<_platform_identity_v1_CheckPasswordRequest, _platform_identity_v1_CheckPasswordResponse, _platform_identity_v1_CheckPasswordRequest__Output, _platform_identity_v1_CheckPasswordResponse__Output>
  Describe: MethodDefinition<_platform_identity_v1_DescribeCredentialsRequest, _platform_identity_v1_DescribeCredentialsResponse, _platform_identity_v1_DescribeCredentialsRequest__Output, _platform_identity_v1_DescribeCredentialsResponse__Output>
  ImportCredentials: MethodDefinition<_platform_identity_v1_ImportCredentialsRequest, _platform_identity_v1_ImportCredentialsResponse, _platform_identity_v1_ImportCredentialsRequest__Output, _platform_identity_v1_ImportCredentialsResponse__Output>
  RememberDevice: MethodDefinition<_platform_identity_v1_RememberDeviceRequest, _platform_identity_v1_RememberDeviceResponse, _platform_identity_v1_RememberDeviceRequest__Output, _platform_identity_v1_RememberDeviceResponse__Output>
  Remove: MethodDefinition<_platform_identity_v1_RemoveCredentialRequest, _platform_identity_v1_RemoveCredentialResponse, _platform_identity_v1_RemoveCredentialRequest__Output, _platform_identity_v1_RemoveCredentialResponse__Output>
  ReportSignIn: MethodDefinition<_platform_identity_v1_ReportSignInRequest, _platform_identity_v1_ReportSignInResponse, _platform_identity_v1_ReportSignInRequest__Output, _platform_identity_v1_ReportSignInResponse__Output>
  SetPassword: MethodDefinition<_platform_identity_v1_SetPasswordRequest, _platform_identity_v1_SetPasswordResponse, _platform_identity_v1_SetPasswordRequest__Output, _platform_identity_v1_SetPasswordResponse__Output>
  VerifyChallenge: MethodDefinition<_platform_identity_v1_VerifyChallengeRequest, _platform_identity_v1_VerifyChallengeResponse, _platform_identity_v1_VerifyChallengeRequest__Output, _platform_identity_v1_VerifyChallengeResponse__Output>
}
