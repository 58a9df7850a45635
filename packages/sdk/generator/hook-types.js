// Which commands a hook can return at each stage, as types.
import { commandsOfStage } from '@platform/contracts';

export const hookTypes = () => `
/** The types of commands that count at each stage. */
export interface CommandsOfStage {
${Object.entries(commandsOfStage)
  .map(([stage, types]) => `  ${stage}: ${types.map((type) => `'${type}'`).join(' | ')};`)
  .join('\n')}
}
`;
