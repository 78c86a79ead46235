// Files that are packed as their bytes.
declare module '*.ttf' {
  const bytes: Uint8Array;
  export default bytes;
}
declare module '*.wasm' {
  const bytes: Uint8Array;
  export default bytes;
}
