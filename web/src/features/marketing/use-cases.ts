/** For whom the product is made, with one of their links each. Names and figures are samples. */
export const USE_CASES = [
  {
    who: 'Marketers',
    text: 'One campaign, nine channels, and a UTM builder that spells everything the same way each time.',
    link: '/autumn-mailer',
    figure: '4,118',
    unit: 'clicks, 9 sources',
    more: 'Save your UTM values as a template, shorten up to a thousand addresses in one go, and compare the channels on one screen. Bots and link previews are counted apart, with the reason, so that the report holds in the meeting.',
  },
  {
    who: 'Creators',
    text: 'A page for everything you make, and proof of which post sent people there.',
    link: '/ilse',
    figure: '28 %',
    unit: 'of visitors click on',
    more: 'Drag a bio page together on a phone-sized preview. Each block is a link with a schedule, a limit and figures of its own, and the page itself carries no script, so it opens at once in every in-app browser.',
  },
  {
    who: 'Retailers',
    text: 'Print the code once. Change where it leads as often as the shop window changes.',
    link: '/window-12',
    figure: '1,902',
    unit: 'scans, 6 destinations',
    more: 'Codes are decoded before you can download them, in your colours and with your logo. After that only the destination changes: by date, by opening hours, by the language of the phone that scans it.',
  },
  {
    who: 'Startups',
    text: 'Your own short domain in ten minutes, an API for the rest, and a bill that starts at nothing.',
    link: 'pml.example/beta',
    figure: '312',
    unit: 'sign-ups tied to a click',
    more: 'The certificate comes by itself with the first visit. Keys are scoped, webhooks are signed and retried, links can live in a YAML file beside the code, and the whole of it runs on your own server whenever you like.',
  },
] as const;
