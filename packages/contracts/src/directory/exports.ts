export * from './credential.ts';
export * from './organization-operations.ts';
export * from './organization.ts';
export * from './user-operations.ts';
export * from './user.ts';
