import { installFacts } from '@/shared/config/product';

/** The host of the default domain, with a port where the install has one. */
export function defaultHost(): string {
  const { publicUrl } = installFacts();
  return URL.canParse(publicUrl) ? new URL(publicUrl).host : location.host;
}
