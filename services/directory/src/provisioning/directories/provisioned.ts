export { mappedUpdate, mappedValues, mappingDigest } from './attribute-mapping.ts';
export { directoryGroups, groupAttributes } from './directory-group-record.ts';
export type { DirectoryGroupRecord, GroupMember } from './directory-group-record.ts';
export {
  changeDirectoryGroup,
  createDirectoryGroup,
  provisionGroup,
  removeDirectoryGroup,
  retireDirectoryGroup,
} from './directory-groups.ts';
export { findDirectoryGroup, lockDirectoryGroup } from './directory-group-store.ts';
export { termAttributes, termKey } from './directory-user-terms.ts';
export { directoryUsers, userAttributes } from './directory-user-record.ts';
export type { DirectoryUserRecord, ProvisioningProblem } from './directory-user-record.ts';
export { findDirectoryUser, lockDirectoryUser, unlinkUser } from './directory-user-store.ts';
export {
  changeDirectoryUser,
  createDirectoryUser,
  deactivateDirectoryUser,
  provisionDirectoryUser,
  removeDirectoryUser,
} from './directory-users.ts';
export { listGroupsOf, listMemberIds } from './group-member-store.ts';
export { maxGroupMembers } from './group-members.ts';
export type { MemberStep } from './group-members.ts';
export { provisionedGroup, provisionedUser } from './provisioned-resource.ts';
export type {
  ProvisionedGroup,
  ProvisionedResource,
  ProvisionedUser,
} from './provisioned-resource.ts';
export type { Provisioning } from './provisioning.ts';
export { newcomerKeys } from './user-link.ts';
export { unlinkUsersOf } from './directory-deletion.ts';
