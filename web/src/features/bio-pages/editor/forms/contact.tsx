import * as z from 'zod/mini';
import type { ContactBlock } from '@/entities/bio-page/bio-page.types';
import { type BlockSpec, blockType } from '../block-type';
import { optionalEmail, optionalPhone } from './fields.schema';
import { TextInput } from './text-input';
import { useBlockForm } from './use-block-form';

const schema = z.object({ email: optionalEmail, phone: optionalPhone }).check(
  z.refine(({ email, phone }) => email.trim() !== '' || phone.trim() !== '', {
    path: ['email'],
    error: 'Enter an email address or a phone number.',
  }),
);

const spec: BlockSpec<ContactBlock, z.infer<typeof schema>> = {
  type: 'contact',
  schema,
  initial: () => ({ email: '', phone: '' }),
  toForm: ({ email = '', phone = '' }) => ({ email, phone }),
  toFields: ({ email, phone }) => ({ email, phone }),
};

function ContactForm({ block }: { block: ContactBlock }) {
  const form = useBlockForm(spec, block);
  return (
    <>
      <TextInput form={form} name="email" label="Email" inputMode="email" placeholder="name@example.com" />
      <TextInput form={form} name="phone" label="Phone" inputMode="tel" placeholder="+44 20 1234 5678" />
    </>
  );
}

export const contact = blockType(spec, {
  label: 'Email and phone',
  hint: 'Buttons to write or call',
  icon: 'contact',
  keywords: 'contact mail telephone call',
  Form: ContactForm,
});
