import * as z from 'zod/mini';
import type { FaqBlock } from '@/entities/bio-page/bio-page.types';
import { Field, Textarea } from '@/shared/ui/field';
import { type BlockSpec, blockType } from '../block-type';
import { line } from './fields.schema';
import { ItemList } from './item-list';
import { TextInput } from './text-input';
import { useBlockForm } from './use-block-form';
import { useItems } from './use-items';

const MAX_ITEMS = 30;
const MAX_QUESTION = 200;
const MAX_ANSWER = 2_000;
const schema = z.object({
  items: z.array(
    z.object({
      question: line(MAX_QUESTION, 'Enter the question.'),
      answer: line(MAX_ANSWER, 'Enter the answer.'),
    }),
  ),
});
const EMPTY = { question: '', answer: '' };

const spec: BlockSpec<FaqBlock, z.infer<typeof schema>> = {
  type: 'faq',
  schema,
  initial: () => ({ items: [EMPTY] }),
  toForm: ({ items }) => ({ items: items.map(({ question, answer }) => ({ question, answer })) }),
  toFields: ({ items }) => ({ items: items.map(({ question, answer }) => ({ question, answer })) }),
};

function FaqForm({ block }: { block: FaqBlock }) {
  const form = useBlockForm(spec, block);
  const items = useItems(form, EMPTY);
  return (
    <ItemList
      label="Questions"
      {...items}
      max={MAX_ITEMS}
      addLabel="Add question"
      nameOf={(index) => `question ${index + 1}`}
    >
      {(index) => (
        <div className="bio-form">
          <TextInput form={form} name={`items.${index}.question`} label="Question" maxLength={MAX_QUESTION} />
          <Field label="Answer" error={form.errorOf(`items.${index}.answer`)}>
            {(control) => <Textarea {...control} {...form.register(`items.${index}.answer`)} maxLength={MAX_ANSWER} />}
          </Field>
        </div>
      )}
    </ItemList>
  );
}

export const faq = blockType(spec, {
  label: 'FAQ',
  hint: 'Questions whose answers open on click',
  icon: 'faq',
  keywords: 'questions answers accordion help',
  Form: FaqForm,
});
