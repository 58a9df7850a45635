import { allOf, operations } from '../operation.ts';
import { ComplianceProfile, PutComplianceProfileRequest } from './compliance-profile.ts';

const path = '/api/v1/compliance-profile';

/** Operations on the compliance profile: the party responsible for a tenant's personal data. */
export const complianceProfileOperations = operations({
  complianceProfileGet: {
    method: 'get',
    path,
    scopes: allOf('tenant:compliance.read'),
    summary: 'Gets the compliance profile',
    response: ComplianceProfile,
    errors: [],
  },
  complianceProfilePut: {
    method: 'put',
    path,
    scopes: allOf('tenant:compliance.write'),
    summary: 'Replaces the compliance profile',
    body: PutComplianceProfileRequest,
    response: ComplianceProfile,
    errors: ['precondition_failed'],
  },
});
