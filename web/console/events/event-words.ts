import { useSay } from '../../kit/words/words-context.ts';

/** Types that have words; others are shown by their name. */
const named = [
  'client.created',
  'client.deleted',
  'client.disabled',
  'client.enabled',
  'client.secret_created',
  'client.secret_deleted',
  'client.updated',
  'fga.model_activated',
  'fga.model_written',
  'login_experience.branding_updated',
  'login_flow.activated',
  'organization.created',
  'organization.deleted',
  'organization.member_added',
  'organization.member_removed',
  'organization.updated',
  'role.assigned',
  'role.unassigned',
  'user.authenticator_added',
  'user.authenticator_removed',
  'user.consent_granted',
  'user.created',
  'user.deactivated',
  'user.deleted',
  'user.password_changed',
  'user.reactivated',
  'user.sessions_revoked',
  'user.sign_in_failed',
  'user.signed_in',
  'user.signed_out',
  'user.suspended',
  'user.updated',
  'webhook.endpoint_created',
  'webhook.endpoint_updated',
] as const;

interface Actor {
  type: 'user' | 'client' | 'service' | 'setup' | 'system';
  id: string;
}

/** Writes events in words. `ownId`: the user who reads them. */
export function useEventWords(ownId?: string) {
  const say = useSay('events');
  return {
    nameOf(type: string): string {
      const known = named.find((one) => one === type);
      return known ? say(known) : type;
    },
    actorOf: ({ type, id }: Actor): string => say(id === ownId ? 'actor.you' : `actor.${type}`),
  };
}
