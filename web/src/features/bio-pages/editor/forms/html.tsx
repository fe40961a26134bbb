import * as z from 'zod/mini';
import type { HtmlBlock } from '@/entities/bio-page/bio-page.types';
import { Field, Textarea } from '@/shared/ui/field';
import { type BlockSpec, blockType } from '../block-type';
import { line } from './fields.schema';
import { useBlockForm } from './use-block-form';

const MAX_TEXT = 5_000;
const schema = z.object({ html: line(MAX_TEXT, 'Enter HTML.') });

const spec: BlockSpec<HtmlBlock, z.infer<typeof schema>> = {
  type: 'html',
  schema,
  initial: () => ({ html: '' }),
  toForm: ({ html }) => ({ html }),
  toFields: ({ html }) => ({ html }),
};

function HtmlForm({ block }: { block: HtmlBlock }) {
  const form = useBlockForm(spec, block);
  return (
    <Field
      label="HTML"
      error={form.errorOf('html')}
      hint="Headings, lists, tables, quotes, emphasis and links are shown. Scripts, styles, images and frames are removed."
    >
      {(control) => (
        <Textarea
          {...control}
          {...form.register('html')}
          className="bio-code"
          rows={8}
          maxLength={MAX_TEXT}
          spellCheck={false}
          autoCapitalize="off"
        />
      )}
    </Field>
  );
}

export const html = blockType(spec, {
  label: 'HTML',
  hint: 'Tables, lists and other text as HTML, sanitized',
  icon: 'html',
  keywords: 'code custom table list markup',
  Form: HtmlForm,
});
