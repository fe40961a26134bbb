import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ImageBlock } from '@/entities/bio-page/bio-page.types';
import { withScheme } from '@/entities/link/destination';
import { MediaField } from '@/widgets/media/media-field';
import { type BlockSpec, blockType } from '../block-type';
import { mediaId, optionalAddress } from './fields.schema';
import { TextInput } from './text-input';
import { useBlockForm } from './use-block-form';

const schema = z.object({ mediaId, url: optionalAddress });

const spec: BlockSpec<ImageBlock, z.infer<typeof schema>> = {
  type: 'image',
  schema,
  initial: () => ({ mediaId: '', url: '' }),
  toForm: (block) => ({ mediaId: block.mediaId, url: block.url ?? '' }),
  toFields: (values) => ({ mediaId: values.mediaId, url: values.url.trim() && withScheme(values.url) }),
};

function ImageForm({ block }: { block: ImageBlock }) {
  const form = useBlockForm(spec, block);
  const { field } = useController({ control: form.control, name: 'mediaId' });
  return (
    <>
      <MediaField label="Image" mediaId={field.value} error={form.errorOf('mediaId')} onChange={field.onChange} />
      <TextInput
        form={form}
        name="url"
        label="URL"
        hint="Optional: opens on a click."
        inputMode="url"
        placeholder="https://"
      />
    </>
  );
}

export const image = blockType(spec, {
  label: 'Image',
  hint: 'A picture of your media library',
  icon: 'image',
  keywords: 'photo picture upload',
  Form: ImageForm,
});
