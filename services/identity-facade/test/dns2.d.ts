declare module 'dns2' {
  export const Packet: {
    createResponseFromRequest(request: object): object;
    TYPE: Record<string, number>;
    CLASS: Record<string, number>;
  };
  export function createServer(options: object): {
    listen(options: object): Promise<object>;
    close(): Promise<void>;
  };
}
