import { t } from '@/shared/i18n/t';
import type { Tag } from './label.queries';
import type { LabelSearch } from './use-label-search';

/** A tag to choose by its name. */
interface TagChoice {
  value: string;
  label: string;
  count?: number;
}

const fold = (name: string) => name.normalize('NFC').toLowerCase();

/**
 * The tags that were found for a typed name. The first one is the tag with this name, or else a choice that creates it. The
 * server compares names without case.
 */
export function tagChoices({ labels, pending, partial }: LabelSearch<Tag>, name: string): readonly TagChoice[] {
  const found = labels.map((tag) => ({ value: tag.name, label: tag.name, count: tag.links }));
  if (name === '' || pending) return found;
  const exact = found.find(({ value }) => fold(value) === fold(name));
  if (exact) return [exact, ...found.filter((choice) => choice !== exact)];
  // A tag with the name may be among those that are not listed.
  return [{ value: name, label: partial ? t('Tag “{name}”', { name }) : t('Create tag “{name}”', { name }) }, ...found];
}
