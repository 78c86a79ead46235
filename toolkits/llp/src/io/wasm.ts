/** The part of the WebAssembly interface of Node that is used: its types come with those of browsers only. */
type WebAssemblyPart = {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: { host: { memory: object } },
  ) => { readonly exports: { run(...parameters: number[]): void } };
  readonly Memory: new (limits: {
    initial: number;
    maximum: number;
    shared: true;
  }) => {
    readonly buffer: SharedArrayBuffer;
  };
};

declare const WebAssembly: WebAssemblyPart;

export const { Module, Instance, Memory } = WebAssembly;
export type Module = object;
export type Memory = InstanceType<WebAssemblyPart['Memory']>;
