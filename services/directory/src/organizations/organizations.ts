export {
  listMembershipsOf,
  lockMembership,
  removeMembershipsOf,
  userOrganization,
} from './membership-store.ts';
export { addMembership, addNewMembers, endMembership } from './membership-writes.ts';
export { findOrganization, holdOrganization, organizationResource } from './organization-store.ts';
