import { language, SOURCE_LANGUAGE } from './locale';

/** A label as it stands inside of a sentence: English ones in lower case. Other languages, such as German, keep theirs. */
export const midSentence = (label: string): string => (language() === SOURCE_LANGUAGE ? label.toLowerCase() : label);
