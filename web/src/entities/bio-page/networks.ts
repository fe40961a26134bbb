/** The social networks that a row of profiles can link to. Website is for any other address. */
export const NETWORKS = [
  { value: 'behance', label: 'Behance', hosts: ['behance.net'] },
  { value: 'bluesky', label: 'Bluesky', hosts: ['bsky.app'] },
  { value: 'discord', label: 'Discord', hosts: ['discord.gg', 'discord.com'] },
  { value: 'dribbble', label: 'Dribbble', hosts: ['dribbble.com'] },
  { value: 'facebook', label: 'Facebook', hosts: ['facebook.com', 'fb.com'] },
  { value: 'github', label: 'GitHub', hosts: ['github.com'] },
  { value: 'instagram', label: 'Instagram', hosts: ['instagram.com'] },
  { value: 'linkedin', label: 'LinkedIn', hosts: ['linkedin.com'] },
  { value: 'mastodon', label: 'Mastodon', hosts: ['mastodon.social'] },
  { value: 'medium', label: 'Medium', hosts: ['medium.com'] },
  { value: 'patreon', label: 'Patreon', hosts: ['patreon.com'] },
  { value: 'pinterest', label: 'Pinterest', hosts: ['pinterest.com'] },
  { value: 'reddit', label: 'Reddit', hosts: ['reddit.com'] },
  { value: 'snapchat', label: 'Snapchat', hosts: ['snapchat.com'] },
  { value: 'soundcloud', label: 'SoundCloud', hosts: ['soundcloud.com'] },
  { value: 'spotify', label: 'Spotify', hosts: ['spotify.com'] },
  { value: 'substack', label: 'Substack', hosts: ['substack.com'] },
  { value: 'telegram', label: 'Telegram', hosts: ['t.me', 'telegram.me'] },
  { value: 'threads', label: 'Threads', hosts: ['threads.net', 'threads.com'] },
  { value: 'tiktok', label: 'TikTok', hosts: ['tiktok.com'] },
  { value: 'twitch', label: 'Twitch', hosts: ['twitch.tv'] },
  { value: 'vimeo', label: 'Vimeo', hosts: ['vimeo.com'] },
  { value: 'whatsapp', label: 'WhatsApp', hosts: ['wa.me', 'whatsapp.com'] },
  { value: 'x', label: 'X', hosts: ['x.com', 'twitter.com'] },
  { value: 'youtube', label: 'YouTube', hosts: ['youtube.com', 'youtu.be'] },
  { value: 'website', label: 'Website', hosts: [] },
] as const;

/** Returns the network of an address; null for other sites. */
export function networkOf(address: string): string | null {
  const host = /^(?:https?:\/\/)?([^/?#]+)/i.exec(address.trim())?.[1]?.toLowerCase() ?? '';
  const found = NETWORKS.find(({ hosts }) => hosts.some((own) => host === own || host.endsWith(`.${own}`)));
  return found?.value ?? null;
}
