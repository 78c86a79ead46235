import { defineOperation, defineToolkit } from 'toolbase/toolkit';
import { z } from 'zod';
export const toolkit = defineToolkit({
  operations: [
    defineOperation({
      name: 'Given',
      description: 'Tells what it was given.',
      input: z.object({}),
      output: z.object({ threads: z.number(), keyLength: z.number(), form: z.string() }),
      run: (_input, context) => ({
        threads: Number(context.setting('n_threads')),
        keyLength: context.secret('api_key')?.length ?? 0,
        form: context.external('form')?.version ?? '',
      }),
    }),
  ],
});
