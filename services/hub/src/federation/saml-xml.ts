import { SaxesParser } from 'saxes';

/** A parser that throws for XML that is not well-formed and for document types, so there are no entities to expand. */
export function strictParser(): SaxesParser<{ xmlns: true }> {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('doctype', () => {
    throw new Error('a document type is not allowed');
  });
  parser.on('error', (error) => {
    throw error;
  });
  return parser;
}
