import type { BioPage, CreateBioPage } from './bio-page.types';

/** Returns the request for the preview of a page: what its look depends on. */
export function previewContent(page: Pick<BioPage, keyof CreateBioPage & keyof BioPage>): CreateBioPage {
  const { handle, domain, title, description, avatar, theme, blocks } = page;
  return { handle, domain, title, description, avatar, theme, blocks };
}
