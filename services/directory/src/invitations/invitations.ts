export { acceptInvitation, previewInvitation } from './invitation-acceptance.ts';
export { invitationResource, maskedEmail } from './invitation-record.ts';
export { listInvitationsTo, removeInvitationsTo } from './invitation-store.ts';
