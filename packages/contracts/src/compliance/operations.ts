/** The operations of the API that compliance serves. */
export const complianceOperations = {};
