import { useController } from 'react-hook-form';
import * as z from 'zod/mini';
import type { QrBlock } from '@/entities/bio-page/bio-page.types';
import { type BlockSpec, blockType } from '../block-type';
import { linkId } from './fields.schema';
import { LinkField } from './link-field';
import { useBlockForm } from './use-block-form';

const schema = z.object({ linkId });

const spec: BlockSpec<QrBlock, z.infer<typeof schema>> = {
  type: 'qr',
  schema,
  initial: () => ({ linkId: '' }),
  toForm: (block) => ({ linkId: block.linkId }),
  toFields: (values) => ({ linkId: values.linkId }),
};

function QrForm({ block }: { block: QrBlock }) {
  const form = useBlockForm(spec, block);
  const { field } = useController({ control: form.control, name: 'linkId' });
  return (
    <LinkField linkId={field.value} error={form.errorOf('linkId')} onChange={(chosen) => field.onChange(chosen.id)} />
  );
}

export const qr = blockType(spec, {
  label: 'QR code',
  hint: 'The QR code of one of your links',
  icon: 'qr',
  keywords: 'scan code',
  Form: QrForm,
});
