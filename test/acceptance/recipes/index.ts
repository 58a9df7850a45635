import { accessRecipes } from './access.ts';
import { auditExportRecipes } from './audit-exports.ts';
import { consentRecipes } from './consents.ts';
import { directoryRecipes } from './directory.ts';
import { fgaRecipes } from './fga.ts';
import { hubRecipes } from './hub.ts';
import { loginExperienceRecipes } from './login-experience.ts';
import { loginFlowRecipes } from './login-flows.ts';
import { outboundRecipes } from './outbound.ts';
import { requestRecipes } from './requests.ts';
import { securityEventRecipes } from './security-events.ts';
import type { Recipe } from './world.ts';

export { makeWorld } from './world.ts';
export type { Input, World } from './world.ts';

/** How each operation of the catalogue is called so that it succeeds; each context adds its own. */
export const recipes: Record<string, Recipe> = {
  ...hubRecipes,
  ...loginExperienceRecipes,
  ...directoryRecipes,
  ...outboundRecipes,
  ...accessRecipes,
  ...fgaRecipes,
  ...loginFlowRecipes,
  ...consentRecipes,
  ...requestRecipes,
  ...securityEventRecipes,
  ...auditExportRecipes,
};

/** Ids that are well formed and name nothing, by the form of the id they stand for. */
export const absent = (value: string): string =>
  /^[a-z]+_[0-9a-z]{26}$/.test(value)
    ? `${value.split('_', 1)[0]}_01h455vb4pex5vsknk084sn02q`
    : `no-such-${value.length}`;
