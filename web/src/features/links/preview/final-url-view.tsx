import type { LinkForm } from '../form/link-form.schema';
import { finalUrl } from './final-url';

/** The URL that a visitor lands on, with the parameters that the form adds highlighted. */
export function FinalUrl({ url, utm }: { url: string; utm: LinkForm['utm'] }) {
  let at = 0;
  const parts = finalUrl(url, utm).map((part) => {
    at += part.text.length;
    return { ...part, key: at };
  });
  return (
    <p className="final-url">
      {parts.map((part) => (part.added ? <mark key={part.key}>{part.text}</mark> : part.text))}
    </p>
  );
}
