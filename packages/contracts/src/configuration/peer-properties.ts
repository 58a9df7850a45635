import { contextNames, services } from '../services.ts';
import type { ContextName } from '../services.ts';
import { property } from './property.ts';
import type { Property } from './property.ts';

/** Name of the property with a context's gRPC address. */
export type PeerPropertyName = `platform.rpc.peers.${ContextName}`;

/** The gRPC address of each context. */
export const peerProperties = Object.fromEntries(
  contextNames.map((name) => [
    `platform.rpc.peers.${name}`,
    property('String', `${name}:${services[name].ports.rpc}`, `gRPC address of ${name}.`),
  ]),
) as Record<PeerPropertyName, Property<'String'>>;
