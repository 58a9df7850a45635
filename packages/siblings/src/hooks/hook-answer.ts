import { HookAnswer, HookCommand, commandsOfStage } from '@platform/contracts';
import type { HookCommandBody, HookStageName } from '@platform/contracts';
import { parseClaims } from '../claims/claims.ts';

/** The commands of a hook's response. */
export interface HookVerdict {
  commands: HookCommandBody[];
  /** Number of ignored commands: unknown ones, and those of other stages. */
  ignored: number;
}

/** All existing types, of any stage. */
const knownTypes: ReadonlySet<string> = new Set(Object.values(commandsOfStage).flat());

/**
 * Parses the body of a response with status 200. An empty body has no commands. Ignores unknown
 * commands and those of other stages. A malformed command of this stage makes the whole response
 * invalid, since ignoring a malformed `deny` would allow what the hook rejects.
 * @throws Error if the response is not JSON, has another form, or is nested too deeply
 */
export function readHookAnswer(stage: HookStageName, body: Buffer): HookVerdict {
  if (body.length === 0) return { commands: [], ignored: 0 };
  const { commands: given } = HookAnswer.parse(parseClaims(body));
  const ofStage: readonly string[] = commandsOfStage[stage];
  const counting = given.filter(({ type }) => knownTypes.has(type) && ofStage.includes(type));
  return {
    commands: counting.map((command) => HookCommand.parse(command)),
    ignored: given.length - counting.length,
  };
}
