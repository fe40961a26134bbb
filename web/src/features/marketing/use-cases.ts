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
    text: 'A link for everything you make, and proof of which post sent people there.',
    link: '/spring-zine',
    figure: '28%',
    unit: 'came from one story',
    more: 'The card that networks show under your link has your title and your picture. Each link has a schedule, a limit and figures of its own, and knows the in-app browser that it was opened in.',
  },
  {
    who: 'Retailers',
    text: 'Print the code once. Change where it leads as often as the shop window changes.',
    link: '/window-12',
    figure: '1,902',
    unit: 'scans, 6 destinations',
    more: 'Codes come in your colours, and one that no phone would read is refused. After that only the destination changes: by date, by opening hours, by the language of the phone that scans it.',
  },
  {
    who: 'Startups',
    text: 'An API for all of it, a server of your own if you like, and a bill that starts at nothing.',
    link: '/beta',
    figure: '312',
    unit: 'sign-ups tied to a click',
    more: 'What the dashboard does, the API does, and the install serves its own OpenAPI document. Sign-ups and sales are tied to the click they came of, without a cookie, and all of it runs on your own server, at your own address, whenever you like.',
  },
] as const;
