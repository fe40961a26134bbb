import { type ComponentProps, useState } from 'react';
import { TagsInput } from '@/shared/ui/tags-input';
import { tagChoices } from '../tag-choices';
import { useLabelSearch } from '../use-label-search';

type Props = Omit<ComponentProps<typeof TagsInput>, 'suggestions' | 'onTextChange' | 'onFocus' | 'noun'>;

/** The tags of a link, with those of the workspace as suggestions. A new name creates a tag. */
export function TagField(props: Props) {
  const [text, setText] = useState('');
  const [used, setUsed] = useState(false);
  const found = useLabelSearch('tags', text, used);
  const suggestions = tagChoices(found, text.trim()).filter(({ value }) => !props.value.includes(value));
  return <TagsInput {...props} suggestions={suggestions} onTextChange={setText} onFocus={() => setUsed(true)} />;
}
