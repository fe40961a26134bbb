package app

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/testkit"
)

func TestBitly_ReturnsClicks(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	l := d.link("", "menu")
	linkID, _ := ident.Number(l.ID)
	domainID, _ := ident.Number(l.DomainID)
	person := click.Click{
		LinkID: linkID, DomainID: domainID, Outcome: visitor.Redirected, Alias: "menu", URL: "https://example.com/menu", ReferrerURL: "https://news.test/a",
		Referrer: "news.test", OS: "Windows", Browser: "Firefox", Device: visitor.Desktop, Place: visitor.Place{Country: "DE", City: "Paris"},
	}
	other, bot, hostOnly := person, person, person
	other.ReferrerURL, other.Referrer, other.Device, other.Place = "", "", visitor.Mobile, visitor.Place{Country: "FR", City: "Paris"}
	bot.Bot = visitor.BotAgent
	hostOnly.ReferrerURL, hostOnly.Place = "", visitor.Place{}
	d.clock.Advance(3 * 24 * time.Hour)
	d.clicks(person, person, other, bot, hostOnly)
	d.clock.Advance(time.Hour)

	const all = `"unit":"day","unit_reference":"2026-11-23T13:00:00+0000","units":-1`
	days := d.bitly("GET", "/bitlinks/bit.ly/menu/clicks?unit=day&units=-1&size=50&unit_reference=", "").want(http.StatusOK)
	wantJSON(t, "days", days.json(), `{"link_clicks":[{"clicks":4,"date":"2026-11-23T00:00:00+0000"},{"clicks":0,"date":"2026-11-22T00:00:00+0000"},`+
		`{"clicks":0,"date":"2026-11-21T00:00:00+0000"},{"clicks":0,"date":"2026-11-20T00:00:00+0000"}],`+all+`}`)
	for query, want := range map[string]string{
		"unit=week&units=2": "2026-11-23:4 2026-11-16:0",
		"unit=month":        "2026-11-01:4",
		"units=2":           "2026-11-23:4 2026-11-22:0",
		"units=3&size=1":    "2026-11-23:4",
		"size=2":            "2026-11-23:4 2026-11-22:0",
		"units=2&unit_reference=2026-11-22T09:00:00Z":     "2026-11-22:0 2026-11-21:0",
		"unit_reference=2020-01-01T00:00:00%2B0000":       "",
		"unit=month&unit_reference=2150-12-31&size=1":     "2150-12-01:0",
		"units=1&unit_reference=2026-11-23T12:00:00-0100": "2026-11-23:4",
	} {
		got := d.bitly("GET", "/bitlinks/bit.ly/menu/clicks?"+query, "").want(http.StatusOK)
		counts, _ := got.at("link_clicks").([]any)
		texts := make([]string, len(counts))
		for i := range counts {
			count, _ := counts[i].(map[string]any)
			texts[i] = fmt.Sprintf("%.10s:%v", count["date"], count["clicks"])
		}
		if text := strings.Join(texts, " "); text != want {
			t.Errorf("%s: %s, want %s", query, text, want)
		}
	}
	// More than 2,000 minutes are counted by hour; a number of the newest are not.
	if minutes := d.bitly("GET", "/bitlinks/bit.ly/menu/clicks?unit=minute", ""); minutes.at("unit") != "hour" || len(minutes.at("link_clicks").([]any)) != 74 {
		t.Errorf("%s", minutes.Body)
	}
	if minutes := d.bitly("GET", "/bitlinks/bit.ly/menu/clicks?unit=minute&size=60", ""); minutes.at("unit") != "minute" || len(minutes.at("link_clicks").([]any)) != 60 {
		t.Errorf("%s", minutes.Body)
	}
	wantJSON(t, "summary", d.bitly("GET", "/bitlinks/bit.ly/menu/clicks/summary", "").want(http.StatusOK).json(), `{"total_clicks":4,`+all+`}`)
	wantJSON(t, "hour", d.bitly("GET", "/bitlinks/bit.ly/menu/clicks/summary?unit=hour&units=1", "").at("total_clicks"), `0`)

	group := d.bitlyGroup()
	for name, want := range map[string]string{
		"countries":          `[{"clicks":2,"value":"DE"},{"clicks":1,"value":""},{"clicks":1,"value":"FR"}]`,
		"referrers":          `[{"clicks":2,"value":"https://news.test/a"},{"clicks":1,"value":"direct"},{"clicks":1,"value":"news.test"}]`,
		"referring_domains":  `[{"clicks":3,"value":"news.test"},{"clicks":1,"value":"direct"}]`,
		"referring_networks": `[{"clicks":3,"value":"news.test"},{"clicks":1,"value":"direct"}]`,
		"devices":            `[{"clicks":3,"device_type":"desktop"},{"clicks":1,"device_type":"mobile"}]`,
		"cities": `[{"city":"Paris","clicks":2,"country":"DE","region":"","subregion":""},{"city":"","clicks":1,"country":"","region":"","subregion":""},` +
			`{"city":"Paris","clicks":1,"country":"FR","region":"","subregion":""}]`,
	} {
		for _, of := range []string{"/bitlinks/bit.ly/menu/", group + "/"} {
			got := d.bitly("GET", of+name, "").want(http.StatusOK)
			wantJSON(t, of+name, got.json(), `{"facet":"`+name+`","metrics":`+want+`,`+all+`}`)
			if few, _ := d.bitly("GET", of+name+"?size=1", "").at("metrics").([]any); len(few) != 1 {
				t.Errorf("%s: %v", name, few)
			}
			if none := d.bitly("GET", of+name+"?unit=minute&units=5", "").at("metrics"); len(none.([]any)) != 0 {
				t.Errorf("%s: %v", name, none)
			}
		}
	}
	sorted := d.bitly("GET", group+"/bitlinks/clicks?unit=month&units=1", "")
	wantJSON(t, "sorted", sorted.want(http.StatusOK).at("sorted_links"), `[{"clicks":4,"id":"`+testkit.Host+`/menu"}]`)
	if sorted.ids() != "menu" {
		t.Errorf("%s", sorted.Body)
	}
	for _, query := range []string{"unit=year", "units=0", "units=-2", "units=2001", "units=x", "unit_reference=soon", "unit_reference=1980-01-01", "size=0", "unit_reference=9999-01-01"} {
		name, _, _ := strings.Cut(query, "=")
		for _, path := range []string{"/bitlinks/bit.ly/menu/clicks", "/bitlinks/bit.ly/menu/countries"} {
			d.bitly("GET", path+"?"+query, "").wantProblem(http.StatusBadRequest, "INVALID_ARG_"+strings.ToUpper(name), "bitlinks")
		}
	}
}

func TestBitly_DrawsQRCodes(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	d.link("", "menu")
	for query, want := range map[string]struct{ mediaType, begins string }{
		"":                  {"image/svg+xml", "<svg"},
		"?image_format=svg": {"image/svg+xml", "<svg"},
		"?image_format=png": {"image/png", "\x89PNG"},
	} {
		got := d.bitly("GET", "/bitlinks/bit.ly/menu/qr"+query, "").want(http.StatusOK)
		code, _ := got.at("qr_code").(string)
		encoded, ok := strings.CutPrefix(code, "data:"+want.mediaType+";base64,")
		file, err := base64.StdEncoding.DecodeString(encoded)
		if !ok || err != nil || !strings.HasPrefix(string(file), want.begins) {
			t.Errorf("%s: %.100s, %v", query, got.Body, err)
		}
		if got.at("bitlink_id") != testkit.Host+"/menu" || got.at("link") != "http://"+testkit.Host+"/menu" {
			t.Errorf("%s", got.Body)
		}
	}
	d.bitly("GET", "/bitlinks/bit.ly/menu/qr?image_format=gif", "").wantProblem(http.StatusBadRequest, "INVALID_ARG_IMAGE_FORMAT", "bitlinks")
}
