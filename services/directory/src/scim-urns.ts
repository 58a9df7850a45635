/** The core schema of users (RFC 7643 §4.1). */
export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** The enterprise schema extension of users (RFC 7643 §4.3). */
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
