import { installFacts } from '@/shared/config/product';

/** The host of the default domain, with its port if there is one. */
export function defaultHost(): string {
  const { publicUrl } = installFacts();
  return URL.canParse(publicUrl) ? new URL(publicUrl).host : location.host;
}
