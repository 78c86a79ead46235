import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts'],
  types: [],
  noEmit: true,
  allowImportingTsExtensions: true,
};

/** Checks modules given by name, and returns what the compiler says of them. */
export function compileTypescript(modules: Readonly<Record<string, string>>): readonly string[] {
  const sources = new Map(Object.entries(modules).map(([name, text]) => [`/virtual/${name}`, text]));
  const host = ts.createCompilerHost(OPTIONS);
  const program = ts.createProgram([...sources.keys()], OPTIONS, {
    ...host,
    getCurrentDirectory: () => '/virtual',
    directoryExists: (path) => path === '/virtual' || ts.sys.directoryExists(path),
    fileExists: (path) => sources.has(path) || host.fileExists(path),
    readFile: (path) => sources.get(path) ?? host.readFile(path),
    getSourceFile: (path, version) => {
      const text = sources.get(path);
      return text === undefined
        ? host.getSourceFile(path, version)
        : ts.createSourceFile(path, text, version, true);
    },
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
}

/** The code of a module without its comments. @throws Error when it is no TypeScript */
export function codeOf(text: string): string {
  const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
  if (diagnostics.length > 0)
    throw new Error(diagnostics.map(({ messageText }) => JSON.stringify(messageText)).join('\n'));
  const file = ts.createSourceFile('types.ts', text, ts.ScriptTarget.ES2022);
  return ts.createPrinter({ removeComments: true }).printFile(file);
}
