import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import type { GalleryBlock } from '@/entities/bio-page/bio-page.types';
import { MediaField } from '@/widgets/media/media-field';
import { type BlockSpec, blockType } from '../block-type';
import { mediaId } from './fields.schema';
import { ItemList } from './item-list';
import { useBlockForm } from './use-block-form';
import { useItems } from './use-items';

const MAX_ITEMS = 30;
const schema = z.object({ items: z.array(z.object({ mediaId })) });
const EMPTY = { mediaId: '' };

const spec: BlockSpec<GalleryBlock, z.infer<typeof schema>> = {
  type: 'gallery',
  schema,
  initial: () => ({ items: [EMPTY] }),
  toForm: ({ items }) => ({ items: items.map((item) => ({ mediaId: item.mediaId })) }),
  toFields: ({ items }) => ({ items }),
};

type Form = ReturnType<typeof useBlockForm<GalleryBlock, z.infer<typeof schema>>>;

function Picture({ form, index }: { form: Form; index: number }) {
  const name = `items.${index}.mediaId` as const;
  const { field } = useController({ control: form.control, name });
  return (
    <MediaField
      label={`Image ${index + 1}`}
      mediaId={field.value}
      error={form.errorOf(name)}
      onChange={field.onChange}
    />
  );
}

function GalleryForm({ block }: { block: GalleryBlock }) {
  const form = useBlockForm(spec, block);
  const items = useItems(form, EMPTY);
  return (
    <ItemList label="Images" {...items} max={MAX_ITEMS} addLabel="Add image" nameOf={(index) => `image ${index + 1}`}>
      {(index) => <Picture form={form} index={index} />}
    </ItemList>
  );
}

export const gallery = blockType(spec, {
  label: 'Gallery',
  hint: 'A row of pictures to scroll',
  icon: 'gallery',
  keywords: 'photos pictures images carousel',
  Form: GalleryForm,
});
