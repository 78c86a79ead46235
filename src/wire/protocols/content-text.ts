import { z } from 'zod';

/** A message's content: a text, or parts of which the texts count. */
export const Content = z.union([z.string(), z.array(z.unknown()), z.null()]).optional();

const TextPart = z.object({ text: z.string() });

/** The texts of a message's content; images and other parts have none. */
export function textsOf(content: z.output<typeof Content>): string[] {
  if (typeof content === 'string') return [content];
  return (content ?? []).flatMap((part) => {
    const text = TextPart.safeParse(part);
    return text.success ? [text.data.text] : [];
  });
}
