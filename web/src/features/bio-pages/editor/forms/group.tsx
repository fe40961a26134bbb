import * as z from 'zod/mini';
import type { GroupBlock } from '@/entities/bio-page/bio-page.types';
import { type BlockSpec, blockType, type Fields } from '../block-type';
import { line } from './fields.schema';
import { TextInput } from './text-input';
import { useBlockForm } from './use-block-form';

const MAX_TITLE = 200;
const schema = z.object({ title: line(MAX_TITLE, 'Enter the title of the group.') });

// The blocks of the group are rows of the list: its form changes only the title.
const spec: BlockSpec<GroupBlock, z.infer<typeof schema>> = {
  type: 'group',
  schema,
  initial: () => ({ title: '' }),
  toForm: ({ title }) => ({ title }),
  toFields: ({ title }) => ({ title }) as Fields<GroupBlock>,
};

function GroupForm({ block }: { block: GroupBlock }) {
  const form = useBlockForm(spec, block);
  return (
    <TextInput
      form={form}
      name="title"
      label="Title"
      maxLength={MAX_TITLE}
      hint="Visitors click the title to open the group. Drag blocks below it, to the right, to add them."
    />
  );
}

const base = blockType(spec, {
  label: 'Group',
  hint: 'Blocks that open together on click',
  icon: 'group',
  keywords: 'section collapse accordion folder',
  title: { field: 'title', max: MAX_TITLE },
  Form: GroupForm,
});

export const group = { ...base, create: (id: string) => ({ ...base.create(id), blocks: [] }) as GroupBlock };
