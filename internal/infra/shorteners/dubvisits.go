package shorteners

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"linnet/internal/core/clickhistory"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
	"linnet/internal/core/visitor"
)

// dubEvents is the number of events of a page, the most that Dub returns. Of links with more than
// dubMostEvents clicks, the days are read: their pages would take more calls than Dub allows in
// a minute.
const (
	dubEvents     = 100
	dubMostEvents = 10_000
)

// The days of a call for the clicks of days. Dub returns months for more than 180 days, and
// refuses days that are older than a plan allows, which are 31 or 366.
const (
	dubFirstDays = 30
	dubDays      = 165
)

// dubByDays is the part in the cursor of visits of a link whose days are read. The rest is the
// last day that was not read, and the sum of the clicks behind it. The cursor of events is the
// number of the page.
const dubByDays = "days"

// dubClick is what Dub tells of a click. Older versions have it in the event itself.
type dubClick struct{ Country, Device, Browser, OS, Referer string }

// dubEvent is a click.
type dubEvent struct {
	dubClick

	Timestamp string
	Click     dubClick
}

// Visits implements retrieval.Source.
func (d *dub) Visits(ctx context.Context, l retrieval.Link, cursor string) (retrieval.VisitPage, error) {
	if clicksOf(l) == 0 {
		return retrieval.VisitPage{}, nil
	}
	at := placeOf(cursor)
	if at.part == dubByDays {
		return d.days(ctx, l, at.rest)
	}
	if cursor == "" && (d.noEvents || clicksOf(l) > dubMostEvents) {
		return d.days(ctx, l, "")
	}
	page, err := d.events(ctx, l, cmp.Or(cursor, "1"))
	if cursor == "" && isRefusal(err) {
		d.noEvents = true
		return d.days(ctx, l, "")
	}
	if err != nil {
		return d.noVisits(err)
	}
	return page, nil
}

// events returns a page of single clicks, the oldest first, so that new ones move no others.
func (d *dub) events(ctx context.Context, l retrieval.Link, number string) (retrieval.VisitPage, error) {
	n, err := pageOf(number)
	if err != nil {
		return retrieval.VisitPage{}, err
	}
	query := url.Values{
		"event": {"clicks"}, "interval": {"all"}, "linkId": {l.ID}, "limit": {strconv.Itoa(dubEvents)}, "page": {number}, "sortOrder": {"asc"},
	}
	var events []dubEvent
	if err := d.get(ctx, "/events", query, &events); err != nil {
		return retrieval.VisitPage{}, err
	}
	var page retrieval.VisitPage
	for i := range events {
		page.Visits = append(page.Visits, events[i].retrieved())
	}
	if len(events) == dubEvents {
		page.Next = strconv.Itoa(n + 1)
	}
	return page, nil
}

// days returns the clicks of some days. They end where the sum is that of the link, before its
// creation, or where the plan allows no older ones.
func (d *dub) days(ctx context.Context, l retrieval.Link, rest string) (retrieval.VisitPage, error) {
	last, text, _ := strings.Cut(rest, ",")
	sum, _ := strconv.ParseInt(text, 10, 64) // empty: 0
	until, days := dateOf(last), dubDays
	if rest == "" {
		until, days = d.clock.Now().UTC().Truncate(24*time.Hour), dubFirstDays
	}
	from := until.AddDate(0, 0, 1-days)
	query := url.Values{
		"event": {"clicks"}, "groupBy": {"timeseries"}, "linkId": {l.ID}, "timezone": {"UTC"},
		"start": {from.Format(time.RFC3339)}, "end": {until.Format(time.RFC3339)},
	}
	var points []struct {
		Start  string
		Clicks int64
	}
	if err := d.get(ctx, "/analytics", query, &points); err != nil {
		if rest != "" && isRefusal(err) {
			return retrieval.VisitPage{}, nil
		}
		return d.noVisits(err)
	}
	var page retrieval.VisitPage
	for _, p := range points {
		page.Visits = append(page.Visits, retrieval.Visits{At: timeOf(p.Start), Clicks: p.Clicks})
		sum += p.Clicks
	}
	if sum < clicksOf(l) && from.After(timeOf(l.Cells[transfer.CreatedAt])) {
		page.Next = place{dubByDays, fmt.Sprintf("%s,%d", from.AddDate(0, 0, -1).Format(time.DateOnly), sum)}.String()
	}
	return page, nil
}

func (e *dubEvent) retrieved() retrieval.Visits {
	known := func(click, event string) string {
		text := cmp.Or(click, event)
		if text == "Unknown" || text == "(direct)" {
			return ""
		}
		return text
	}
	return retrieval.Visits{
		At: timeOf(e.Timestamp), Clicks: 1, Detailed: true,
		Details: clickhistory.Details{
			Country:  known(e.Click.Country, e.Country),
			OS:       dubName(known(e.Click.OS, e.OS)),
			Browser:  dubName(known(e.Click.Browser, e.Browser)),
			Device:   visitor.Device(strings.ToLower(known(e.Click.Device, e.Device))),
			Referrer: known(e.Click.Referer, e.Referer),
		},
	}
}

// dubName returns the name of a system or a browser as clicks of Linnet have it.
func dubName(name string) string {
	switch name {
	case "Mac OS":
		return "macOS"
	case "Chrome OS", "Chromium OS":
		return "ChromeOS"
	case "Ubuntu", "Debian", "Fedora":
		return "Linux"
	case "KAIOS":
		return "KaiOS"
	case "Mobile Safari":
		return "Safari"
	case "Mobile Chrome", "Chromium":
		return "Chrome"
	case "Mobile Firefox":
		return "Firefox"
	case "Chrome WebView":
		return "Android WebView"
	case "Chrome Headless":
		return "Headless Chrome"
	case "Opera Mobi", "Opera Mini", "Opera Touch", "Opera GX":
		return "Opera"
	case "IE", "IEMobile":
		return "Internet Explorer"
	case "Samsung Browser":
		return "Samsung Internet"
	case "MIUI Browser":
		return "Mi Browser"
	case "UCBrowser":
		return "UC Browser"
	case "QQBrowser":
		return "QQ Browser"
	case "GSA":
		return "Google"
	case "KAKAOTALK":
		return "KakaoTalk"
	case "WebKit":
		return "" // an app's embedded browser
	default:
		return name
	}
}
