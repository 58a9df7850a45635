import { me } from '@platform/sdk';
import { apiQuery } from '../client/query.ts';

export const profileQuery = apiQuery('meGet', [], (api, options) => me(api).get(options));

export const profileSchemaQuery = (locale: string) =>
  apiQuery('meProfileSchemaGet', [{ locale }], (api, options) =>
    me(api).getProfileSchema({ locale, ...options }),
  );

export const signInMethodsQuery = apiQuery('meSignInMethodList', [], (api, options) =>
  me(api).signInMethods.list(options),
);

export const sessionsQuery = apiQuery('meSessionList', [], (api, options) =>
  me(api).sessions.list(options),
);

export const devicesQuery = apiQuery('meDeviceList', [], (api, options) =>
  me(api).devices.list(options),
);

export const identitiesQuery = apiQuery('meIdentityList', [], (api, options) =>
  me(api).identities.list(options),
);

export const applicationsQuery = apiQuery('meApplicationList', [], (api, options) =>
  me(api).applications.list(options),
);

export const organizationsQuery = (cursor: string | undefined) =>
  apiQuery('meOrganizationList', [{ cursor }], (api, options) =>
    me(api).organizations.list({ cursor, ...options }),
  );

export const invitationsQuery = apiQuery('meInvitationList', [], (api, options) =>
  me(api).invitations.list({ limit: 100, ...options }),
);

export const consentsQuery = (cursor: string | undefined) =>
  apiQuery('meConsentList', [{ cursor }], (api, options) =>
    me(api).consents.list({ cursor, limit: 20, ...options }),
  );

export const accessRequestsQuery = apiQuery('meAccessRequestList', [], (api, options) =>
  me(api).accessRequests.list({ limit: 5, ...options }),
);

export const erasureQuery = apiQuery('meErasureRequestGet', [], (api, options) =>
  me(api).erasureRequest.get(options),
);

export const activityQuery = (cursor: string | undefined) =>
  apiQuery('meActivityList', [{ cursor }], (api, options) =>
    me(api).activity.list({ cursor, limit: 30, ...options }),
  );

export const identityProvidersQuery = apiQuery('meIdentityProviderList', [], (api, options) =>
  me(api).identityProviders.list(options),
);
