import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { ToolbaseError } from 'toolbase/toolkit';
import { parseCard, type RunCard } from '../pythia/card.ts';
import { checkCard, type CheckedCard } from '../pythia/check-card.ts';

const MAX_BYTES = 1 << 20;

export type ReadCard = { readonly card: RunCard; readonly checked: CheckedCard; readonly sha256: string };

/** @throws ToolbaseError BAD_ARGUMENTS, FILE_TOO_LARGE */
export async function readCard(file: string, label: string): Promise<ReadCard> {
  if ((await stat(file)).size > MAX_BYTES)
    throw new ToolbaseError('FILE_TOO_LARGE', `${label} is larger than 1 MiB: no run card`);
  const bytes = await readFile(file);
  const card = parseCard(bytes.toString('utf8'), label);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { card, checked: checkCard(card, label), sha256 };
}
