/** A usable image, or the reason why it is rejected. */
export type ImageFacts = { mediaType: string; width: number; height: number } | { fault: string };
/** Detects the type and size of an image from its bytes. */
export function inspectImage(content: Uint8Array): ImageFacts;
/** Why an SVG is rejected, or undefined. */
export function svgFault(text: string): string | undefined;
