const DEFAULT_WIDTH = 80;

/** Characters a line may have: the terminal's, else 80. */
export const terminalWidth = (stream: NodeJS.WriteStream = process.stdout): number =>
  stream.isTTY ? Math.max(40, stream.columns) : DEFAULT_WIDTH;
