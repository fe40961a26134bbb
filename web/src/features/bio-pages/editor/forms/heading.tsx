import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import type { HeadingBlock } from '@/entities/bio-page/bio-page.types';
import { Field, Input } from '@/shared/ui/field';
import { Segmented } from '@/shared/ui/segmented';
import { type BlockSpec, blockType } from '../block-type';
import { line } from './fields.schema';
import { useBlockForm } from './use-block-form';

const MAX_TEXT = 200;
const schema = z.object({ text: line(MAX_TEXT, 'Enter the heading.'), level: z.enum(['2', '3']) });

const spec: BlockSpec<HeadingBlock, z.infer<typeof schema>> = {
  type: 'heading',
  schema,
  initial: () => ({ text: '', level: '2' }),
  toForm: ({ text, level }) => ({ text, level: level === 3 ? '3' : '2' }),
  toFields: ({ text, level }) => ({ text, level: Number(level) }),
};

const SIZES = [
  { value: '2', label: 'Large' },
  { value: '3', label: 'Small' },
] as const;

function HeadingForm({ block }: { block: HeadingBlock }) {
  const form = useBlockForm(spec, block);
  const { field } = useController({ control: form.control, name: 'level' });
  return (
    <>
      <Field label="Heading" error={form.errorOf('text')}>
        {(control) => <Input {...control} {...form.register('text')} autoComplete="off" maxLength={MAX_TEXT} />}
      </Field>
      <div className="ui-field">
        <span className="ui-label">Size</span>
        <Segmented label="Size" value={field.value} options={SIZES} onChange={field.onChange} />
      </div>
    </>
  );
}

export const heading = blockType(spec, {
  label: 'Heading',
  hint: 'A title above other blocks',
  icon: 'heading',
  keywords: 'title header section',
  title: { field: 'text', max: MAX_TEXT },
  Form: HeadingForm,
});
