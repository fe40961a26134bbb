import * as z from 'zod/mini';
import type { VCardBlock } from '@/entities/bio-page/bio-page.types';
import { withScheme } from '@/entities/link/destination';
import { type BlockSpec, blockType } from '../block-type';
import { line, optionalAddress, optionalEmail, optionalLine, optionalPhone } from './fields.schema';
import { TextInput } from './text-input';
import { useBlockForm } from './use-block-form';

const MAX_NAME = 200;
const schema = z.object({
  name: line(MAX_NAME, 'Enter the name of the contact.'),
  organization: optionalLine(MAX_NAME),
  email: optionalEmail,
  phone: optionalPhone,
  url: optionalAddress,
});

const spec: BlockSpec<VCardBlock, z.infer<typeof schema>> = {
  type: 'vcard',
  schema,
  initial: () => ({ name: '', organization: '', email: '', phone: '', url: '' }),
  toForm: ({ name, organization = '', email = '', phone = '', url = '' }) => ({
    name,
    organization,
    email,
    phone,
    url,
  }),
  toFields: ({ url, ...others }) => ({ ...others, url: withScheme(url) }),
};

function VCardForm({ block }: { block: VCardBlock }) {
  const form = useBlockForm(spec, block);
  return (
    <>
      <TextInput form={form} name="name" label="Name" maxLength={MAX_NAME} />
      <TextInput form={form} name="organization" label="Organization" maxLength={MAX_NAME} />
      <TextInput form={form} name="email" label="Email" inputMode="email" />
      <TextInput form={form} name="phone" label="Phone" inputMode="tel" />
      <TextInput form={form} name="url" label="Website" inputMode="url" placeholder="https://" />
    </>
  );
}

export const vcard = blockType(spec, {
  label: 'Contact card',
  hint: 'A contact that visitors save to their phone',
  icon: 'vcard',
  keywords: 'vcard vcf address book business card',
  title: { field: 'name', max: MAX_NAME },
  Form: VCardForm,
});
