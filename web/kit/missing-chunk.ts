/** Code that could not be loaded: it belongs to an earlier build, or the platform is away. */
export class MissingChunk extends Error {
  constructor(cause: unknown) {
    super('A part of the application could not be loaded.', { cause });
    this.name = 'MissingChunk';
  }
}
