// The marks of the four networks, drawn on the 16 px grid of the kit's icons; they are filled, not stroked.
const NETWORKS = [
  {
    name: 'Facebook',
    href: 'https://www.facebook.com/linnet.example',
    mark: 'M9.2 15V8.6h2.2l.4-2.6H9.2V4.5c0-.8.3-1.2 1.3-1.2h1.4V1.1A14 14 0 0 0 9.9 1C7.8 1 6.5 2.2 6.5 4.3V6H4.2v2.6h2.3V15z',
  },
  {
    name: 'Instagram',
    href: 'https://www.instagram.com/linnet.example',
    mark: 'M4.5 1.5h7a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-7a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3zm.2 1.4a1.8 1.8 0 0 0-1.8 1.8v6.6c0 1 .8 1.8 1.8 1.8h6.6c1 0 1.8-.8 1.8-1.8V4.7c0-1-.8-1.8-1.8-1.8zM8 4.7a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6zm0 1.4a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8zm3.5-2.4a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6z',
  },
  {
    name: 'LinkedIn',
    href: 'https://www.linkedin.com/company/linnet-example',
    mark: 'M2 6h2.7v8H2zM3.35 2a1.55 1.55 0 1 1 0 3.1 1.55 1.55 0 0 1 0-3.1zM6.4 6H9v1.1c.4-.7 1.3-1.3 2.5-1.3 2.4 0 2.9 1.5 2.9 3.6V14h-2.7V9.9c0-1 0-2.1-1.3-2.1s-1.4 1-1.4 2.1V14H6.4z',
  },
  {
    name: 'X',
    href: 'https://x.com/linnet_example',
    mark: 'M1.5 2h4.1l3 4.2L12.2 2h1.7L9.4 7.3 14.5 14h-4.1L7.2 9.5 3.3 14H1.6l4.8-5.6zm2.4 1.3 7.2 9.4h1.3L5.1 3.3z',
  },
] as const;

/** Links to the product's pages on Facebook, Instagram, LinkedIn and X: as marks, or in words. */
export function SocialLinks({ look }: { look: 'marks' | 'words' }) {
  return (
    <ul className={look === 'marks' ? 'site-social' : 'social-words'}>
      {NETWORKS.map(({ name, href, mark }) => (
        <li key={name}>
          <a href={href} rel="noreferrer" aria-label={look === 'marks' ? name : undefined}>
            {look === 'words' ? (
              name
            ) : (
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path fillRule="evenodd" d={mark} />
              </svg>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
