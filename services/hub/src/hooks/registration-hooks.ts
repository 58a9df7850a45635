import { StageFailed } from './hook-run.ts';
import type { HookRuns, StageQuestion } from './hook-run.ts';

type Members = Record<string, unknown>;

/** The decision of the hooks on a sign-up. */
export type Registration =
  | { outcome: 'allowed'; profile: Members }
  | { outcome: 'denied'; message: string }
  | { outcome: 'unavailable' };

/** Profile properties that hooks cannot set, because they are proven or controlled elsewhere. */
const fixed: ReadonlySet<string> = new Set([
  'id',
  'email',
  'emailVerified',
  'phoneNumberVerified',
  'status',
  'roles',
  'createdAt',
  'updatedAt',
]);
const unsafe: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const unescaped = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** Returns a copy with one property set, at any depth; undefined if a parent is not an object or a name is unsafe. */
function withMember(
  members: Members,
  path: readonly string[],
  value: unknown,
): Members | undefined {
  const [first, ...rest] = path;
  if (first === undefined || unsafe.has(first)) return undefined;
  if (rest.length === 0) return { ...members, [first]: value };
  const inner = members[first] ?? {};
  if (typeof inner !== 'object' || Array.isArray(inner)) return undefined;
  const after = withMember(inner as Members, rest, value);
  return after && { ...members, [first]: after };
}

/** Returns a profile with the property at a JSON Pointer set; unchanged if the property is fixed or cannot be set. */
export function withAttribute(profile: Members, pointer: string, value: unknown): Members {
  const path = pointer.slice(1).split('/').map(unescaped);
  return fixed.has(path[0] ?? '') ? profile : (withMember(profile, path, value) ?? profile);
}

/** Calls the `pre_registration` hooks before a user is created. */
export async function askRegistrationHooks(
  hooks: Pick<HookRuns, 'stage'>,
  question: Omit<StageQuestion, 'claims'> & { user: Record<string, unknown> },
  profile: Members,
): Promise<Registration> {
  try {
    const { denied, commands } = await hooks.stage('pre_registration', { ...question, claims: {} });
    if (denied) return { outcome: 'denied', message: denied.message };
    let after = profile;
    for (const command of commands)
      if (command.type === 'set_attribute')
        after = withAttribute(after, command.path, command.value);
    return { outcome: 'allowed', profile: after };
  } catch (error) {
    if (!(error instanceof StageFailed)) throw error;
    return { outcome: 'unavailable' };
  }
}
