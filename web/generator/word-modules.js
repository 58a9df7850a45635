import { builtInRoles, problemGuidance, scopeDescriptions } from '@platform/contracts';

/** Why problems occur and how to fix them: loaded with the details of a problem. */
export const guidanceModule = () => `
/** Why a problem occurs, and how to fix it, by its code. */
export const guidance: Readonly<Record<string, { cause: string; fix: string }>> = ${JSON.stringify(problemGuidance)};
`;

/** The scopes and the built-in roles: loaded by pages that say what a user lacks. */
export const rolesModule = () => `
/** What each scope allows. */
export const scopeDescriptions: Readonly<Record<string, string>> = ${JSON.stringify(scopeDescriptions)};

/** The roles of every tenant, and their scopes. */
export const builtInRoles: readonly { key: string; displayName: string; scopes: readonly string[] }[] = ${JSON.stringify(
  builtInRoles.map(({ key, displayName, permissions }) => ({
    key,
    displayName,
    scopes: permissions,
  })),
)};
`;
