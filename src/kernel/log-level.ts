/** What a command tells on standard error: only how it failed; also how far it is, on a terminal; also each step. */
export const LOG_LEVELS = ['error', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
