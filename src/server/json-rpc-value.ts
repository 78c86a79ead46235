/** Of a value that came as JSON. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a request, or a token of progress: what MCP takes for one. */
export const isId = (id: unknown): id is string | number =>
  typeof id === 'string' || Number.isSafeInteger(id);
