import * as z from 'zod/mini';
import type { TextBlock } from '@/entities/bio-page/bio-page.types';
import { Field, Textarea } from '@/shared/ui/field';
import { type BlockSpec, blockType } from '../block-type';
import { line } from './fields.schema';
import { useBlockForm } from './use-block-form';

const MAX_TEXT = 5_000;
const schema = z.object({ text: line(MAX_TEXT, 'Enter a text.') });

const spec: BlockSpec<TextBlock, z.infer<typeof schema>> = {
  type: 'text',
  schema,
  initial: () => ({ text: '' }),
  toForm: ({ text }) => ({ text }),
  toFields: ({ text }) => ({ text }),
};

function TextForm({ block }: { block: TextBlock }) {
  const form = useBlockForm(spec, block);
  return (
    <Field
      label="Text"
      error={form.errorOf('text')}
      hint="**bold**, *italic* and [links](https://example.com) are formatted."
    >
      {(control) => <Textarea {...control} {...form.register('text')} rows={5} maxLength={MAX_TEXT} />}
    </Field>
  );
}

export const text = blockType(spec, {
  label: 'Text',
  hint: 'A paragraph with bold, italic and links',
  icon: 'text',
  keywords: 'paragraph about bio markdown',
  Form: TextForm,
});
