declare module '*?pseudo=en-XA' {
  const messages: Record<string, string>;
  export default messages;
}

declare module '*?pseudo=ar-XB' {
  const messages: Record<string, string>;
  export default messages;
}
