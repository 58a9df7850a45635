/** Properties of a user that an identity provider sends. */
export const userProperties = ['email', 'givenName', 'familyName', 'displayName'] as const;
export type UserProperty = (typeof userProperties)[number];

/** The short names of SAML attributes that the platform knows. It also knows those of Entra and ADFS, and the OIDs of LDAP. */
export const samlAttributes: Readonly<Record<UserProperty, readonly string[]>> = {
  email: ['email', 'mail', 'emailaddress'],
  givenName: ['givenName', 'firstName'],
  familyName: ['familyName', 'lastName', 'surname'],
  displayName: ['displayName'],
};

/** The standard claims (OpenID Connect Core §5.1). */
export const claimNames: Readonly<Record<UserProperty, string>> = {
  email: 'email',
  givenName: 'given_name',
  familyName: 'family_name',
  displayName: 'name',
};

/** The mapping to store, as a merge patch: names that are standard need no entry. */
export const claimMappingOf = (
  names: Readonly<Record<UserProperty, string>>,
): Record<string, string | null> =>
  Object.fromEntries(
    userProperties.map((property) => {
      const name = names[property].trim();
      return [property, name === '' || name === claimNames[property] ? null : name];
    }),
  );
