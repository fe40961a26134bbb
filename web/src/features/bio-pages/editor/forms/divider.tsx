import * as z from 'zod/mini';
import type { DividerBlock } from '@/entities/bio-page/bio-page.types';
import { type BlockSpec, blockType } from '../block-type';

const schema = z.object({});

const spec: BlockSpec<DividerBlock, z.infer<typeof schema>> = {
  type: 'divider',
  schema,
  initial: () => ({}),
  toForm: () => ({}),
  toFields: () => ({}),
};

function DividerForm() {
  return <p className="ui-hint">A line between two parts of the page. It has no settings.</p>;
}

export const divider = blockType(spec, {
  label: 'Divider',
  hint: 'A line between two parts',
  icon: 'divider',
  keywords: 'line separator space',
  Form: DividerForm,
});
