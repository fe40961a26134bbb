/** The use cases, each with a sample link. Names and figures are invented. */
export const USE_CASES = [
  {
    who: 'Marketers',
    text: 'Run one campaign across nine channels, with consistent UTM parameters on every link.',
    link: '/autumn-mailer',
    figure: '4,118',
    unit: 'clicks, 9 sources',
    more: 'Save UTM values as a template, create up to a thousand links at once, and compare channels in one report. Bots and link previews are counted separately, with the reason.',
  },
  {
    who: 'Creators',
    text: 'A link for everything you publish, and a report of which post brought the visitors.',
    link: '/spring-zine',
    figure: '28%',
    unit: 'of clicks from one story',
    more: 'Set the title and image that social networks show for your link. Each link has its own schedule, click limit and statistics, and its rules can detect in-app browsers.',
  },
  {
    who: 'Retailers',
    text: 'Print the QR code once. Change its destination as often as your shop window changes.',
    link: '/window-12',
    figure: '1,902',
    unit: 'scans, 6 destinations',
    more: 'Codes come in your colors, and a code that scanners cannot read is rejected. Change the destination at any time, or by date, opening hours or the language of the phone.',
  },
  {
    who: 'Startups',
    text: 'A complete API, self-hosting when you want it, and a free plan to start with.',
    link: '/beta',
    figure: '312',
    unit: 'sign-ups attributed to clicks',
    more: 'Everything in the dashboard is available in the API, and each install serves its own OpenAPI document. Sign-ups and sales are attributed to clicks without cookies. You can run all of it on your own server.',
  },
] as const;
