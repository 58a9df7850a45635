/** The operations of the API that the identity facade serves. */
export const identityFacadeOperations = {};
