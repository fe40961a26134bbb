import * as z from 'zod/mini';
import type { MapBlock } from '@/entities/bio-page/bio-page.types';
import { type BlockSpec, blockType } from '../block-type';
import { line } from './fields.schema';
import { TextInput } from './text-input';
import { useBlockForm } from './use-block-form';

const MAX_QUERY = 200;
const schema = z.object({ query: line(MAX_QUERY, 'Enter an address or the name of a place.') });

const spec: BlockSpec<MapBlock, z.infer<typeof schema>> = {
  type: 'map',
  schema,
  initial: () => ({ query: '' }),
  toForm: ({ query }) => ({ query }),
  toFields: ({ query }) => ({ query }),
};

function MapForm({ block }: { block: MapBlock }) {
  const form = useBlockForm(spec, block);
  return <TextInput form={form} name="query" label="Place" placeholder="12 Oat Street, Leeds" maxLength={MAX_QUERY} />;
}

export const map = blockType(spec, {
  label: 'Map',
  hint: 'Opens a place in the visitor’s map app',
  icon: 'map',
  keywords: 'address location directions place',
  title: { field: 'query', max: MAX_QUERY },
  Form: MapForm,
});
