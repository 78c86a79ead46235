import { z } from 'zod';
import { parseWith, ToolkitName } from '../kernel/index.ts';
import { TOOLKIT_KEYWORD } from './npm-packument.ts';
import { plain } from './plain-line.ts';

/** A package that calls itself a toolkit. Whether it is one, its packument says. */
export interface SearchHit {
  readonly name: ToolkitName;
  readonly description: string;
}

const Answer = z.looseObject({
  objects: z.array(z.looseObject({ package: z.looseObject({ name: z.string().max(300) }) })).max(1000),
});

const Toolkit = z.looseObject({
  name: ToolkitName,
  description: z.unknown().optional(),
  keywords: z.array(z.string()).refine((words) => words.includes(TOOLKIT_KEYWORD)),
});

/** The packages on one page of answers; `toolkit` where one has the keyword of toolkits.
 * @throws ToolbaseError BAD_REGISTRY */
export function decodeSearchPage(
  value: unknown,
  label: string,
): { name: string; toolkit: SearchHit | undefined }[] {
  return parseWith(Answer, value, label, 'BAD_REGISTRY').objects.map((object) => {
    const found = Toolkit.safeParse(object.package).data;
    const toolkit =
      found === undefined ? undefined : { name: found.name, description: plain(found.description, 200) };
    return { name: object.package.name, toolkit };
  });
}

/** What to ask in turn until something is found. npm's own registry understands the qualifier; others take it for a
 * word that no package has. */
export const searchTexts = (text: string): string[] => [`keywords:${TOOLKIT_KEYWORD} ${text}`.trim(), text];
