import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import type { ProductBlock } from '@/entities/bio-page/bio-page.types';
import { withScheme } from '@/entities/link/destination';
import { MediaField } from '@/widgets/media/media-field';
import { type BlockSpec, blockType } from '../block-type';
import { address, line, matching } from './fields.schema';
import { TextInput } from './text-input';
import { useBlockForm } from './use-block-form';

const MAX_TITLE = 200;
const schema = z.object({
  title: line(MAX_TITLE, 'Enter the name of the product.'),
  price: matching(/^\s*\d{1,9}(\.\d{1,3})?\s*$/, 'Enter a price, such as 19.90.'),
  currency: matching(/^\s*[a-z]{3}\s*$/i, 'Enter an ISO 4217 code, such as EUR.'),
  url: address,
  mediaId: z.string(),
});

const spec: BlockSpec<ProductBlock, z.infer<typeof schema>> = {
  type: 'product',
  schema,
  initial: () => ({ title: '', price: '', currency: 'EUR', url: '', mediaId: '' }),
  toForm: ({ title, price, currency, url, mediaId = '' }) => ({ title, price, currency, url, mediaId }),
  toFields: ({ currency, url, ...others }) => ({
    ...others,
    currency: currency.trim().toUpperCase(),
    url: withScheme(url),
  }),
};

function ProductForm({ block }: { block: ProductBlock }) {
  const form = useBlockForm(spec, block);
  const { field } = useController({ control: form.control, name: 'mediaId' });
  return (
    <>
      <TextInput form={form} name="title" label="Product" maxLength={MAX_TITLE} />
      <div className="bio-pair">
        <TextInput form={form} name="price" label="Price" inputMode="decimal" placeholder="19.90" />
        <TextInput form={form} name="currency" label="Currency" placeholder="EUR" maxLength={3} />
      </div>
      <TextInput form={form} name="url" label="URL" inputMode="url" placeholder="https://" />
      <MediaField label="Product image" mediaId={field.value} onChange={field.onChange} optional />
    </>
  );
}

export const product = blockType(spec, {
  label: 'Product',
  hint: 'A product with its price and shop',
  icon: 'product',
  keywords: 'shop price sell store',
  title: { field: 'title', max: MAX_TITLE },
  Form: ProductForm,
});
