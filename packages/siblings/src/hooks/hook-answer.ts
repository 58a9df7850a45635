import { HookAnswer, HookCommand, commandsOfStage } from '@platform/contracts';
import type { HookCommandBody, HookStageName } from '@platform/contracts';
import { parseClaims } from '../claims/claims.ts';

/** What an answer asks for. */
export interface HookVerdict {
  commands: HookCommandBody[];
  /** How many commands of the answer do not count: unknown ones, and those of other stages. */
  ignored: number;
}

/** The types that exist, at whichever stage. */
const knownTypes: ReadonlySet<string> = new Set(Object.values(commandsOfStage).flat());

/**
 * Reads the body of an answer with status 200. An empty one has no commands. Unknown commands, and those of other stages,
 * are left out; a command that counts and is malformed makes the whole answer invalid, since dropping a malformed `deny`
 * would let pass what the hook refuses.
 * @throws Error for an answer that is not JSON, of another form, or nested too deeply
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
