import { installFacts, PRODUCT } from '@/shared/config/product';

interface Props {
  /** Of the page alone, such as "Pricing"; nothing for the start page, which has `full`. */
  title: string;
  /** Omits the product's name after the title. */
  full?: boolean;
  description: string;
  /** The page's path, such as "/pricing". */
  path: string;
  /** The preview picture in `public/og`, 1200 × 630, without its ending. */
  picture: string;
}

/** The metadata of a public page, for search engines and link previews. React renders it into the head. */
export function PageHead({ title, full, description, path, picture }: Props) {
  const { publicUrl } = installFacts();
  const whole = full ? title : `${title} · ${PRODUCT}`;
  const address = `${publicUrl}${path}`;
  return (
    <>
      <title>{whole}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={PRODUCT} />
      <meta property="og:title" content={whole} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${publicUrl}/og/${picture}.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
