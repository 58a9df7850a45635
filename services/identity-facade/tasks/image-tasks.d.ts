/** A usable image, or why it is not used. */
export type ImageFacts = { mediaType: string; width: number; height: number } | { fault: string };
/** The type and size of an image, by its bytes. */
export function inspectImage(content: Uint8Array): ImageFacts;
/** Why an SVG is not served, or undefined. */
export function svgFault(text: string): string | undefined;
