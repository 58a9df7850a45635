export {
  endDirectoryMembership,
  giveDirectoryMembership,
  keepDirectoryMembership,
  suspendDirectoryMembership,
} from './directory-memberships.ts';
export {
  hasActiveMembership,
  listMembershipsOf,
  listUserStates,
  lockMembership,
  removeMembershipsOf,
  userOrganization,
} from './membership-store.ts';
export type { OrganizationOfUser } from './membership-store.ts';
export {
  addMembership,
  addNewMembers,
  endMembership,
  replaceRoles,
  unlessRefused,
} from './membership-writes.ts';
export { findOrganization, holdOrganization, organizationResource } from './organization-store.ts';
