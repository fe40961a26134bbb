package httpapi_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// everyPart names the parts of a whole report, sorted.
var everyPart = []string{
	"alias", "block", "botReason", "browser", "city", "continent", "count", "country", "device", "domain", "folder",
	"heatmap", "inAppBrowser", "language", "link", "os", "outcome", "page", "qrCode", "referrer", "referrerUrl", "region", "rule",
	"tag", "timeseries", "trigger", "url", "utmCampaign", "utmContent", "utmMedium", "utmSource", "utmTerm", "variant",
}

func TestAnalytics_CountsClicks(t *testing.T) {
	t.Parallel()
	c, clicks := withClicks(t)
	in := newInstall(t, clicks)
	u := in.signUp(t)
	made := u.call(t, "POST", "/links", `{"url":"https://example.com/","alias":"hop"}`).want(t, 201).json(t)
	id := made["id"].(string)
	var last string
	for i := range 3 {
		last = c.visit(t, u, id, "hop", noon.Add(time.Duration(i-10)*time.Minute))
	}
	c.visit(t, u, id, "hop", noon.Add(-time.Minute), func(h *click.Hit) { h.RequestReason = visitor.BotHead })
	c.visit(t, u, id, "hop", noon.AddDate(0, 0, -40)) // that day's salt is deleted, so the visitor cannot be identified
	eventually(t, "five clicks", func() bool {
		return u.call(t, "GET", "/clicks?traffic=all", nil).want(t, 200).json(t)["total"] == 5.0
	})
	for query, want := range map[string]string{
		"groupBy=count":                                `{"clicks":3,"uniques":1,"bots":1,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&interval=all":                   `{"clicks":4,"uniques":1,"bots":1,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&traffic=bot":                    `{"clicks":1,"uniques":1,"bots":1,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&compare=previous":               `{"clicks":3,"uniques":1,"bots":1,"leads":0,"sales":0,"saleAmount":[],"previous":{"clicks":1,"uniques":0,"bots":0,"leads":0,"sales":0,"saleAmount":[]}}`,
		"groupBy=count&linkId=" + id:                   `{"clicks":3,"uniques":1,"bots":1,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&linkId=-" + id:                  `{"clicks":0,"uniques":0,"bots":0,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&linkId=lnk_0000000000001":       `{"clicks":0,"uniques":0,"bots":0,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&browser=firefox,Chrome":         `{"clicks":3,"uniques":1,"bots":1,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&browser=firefox&browser=Chrome": `{"clicks":3,"uniques":1,"bots":1,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&country=DE":                     `{"clicks":0,"uniques":0,"bots":0,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&start=2026-04-01T11:51:30Z":     `{"clicks":1,"uniques":1,"bots":1,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&weekday=3&hour=11":              `{"clicks":3,"uniques":1,"bots":1,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&hour=13&timeZone=Europe/Berlin": `{"clicks":3,"uniques":1,"bots":1,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&hour=-11":                       `{"clicks":0,"uniques":0,"bots":0,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&interval=all&weekday=4,5":       `{"clicks":1,"uniques":0,"bots":0,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=browser":                              `{"rows":[{"key":"Firefox","label":"Firefox","clicks":3,"uniques":1,"leads":0,"sales":0,"saleAmount":[]}]}`,
		"groupBy=link&limit=1":                         `{"rows":[{"key":"` + id + `","label":"` + id + `","clicks":3,"uniques":1,"leads":0,"sales":0,"saleAmount":[]}]}`,
		"groupBy=utmSource":                            `{"rows":[{"key":"","label":"","clicks":3,"uniques":1,"leads":0,"sales":0,"saleAmount":[]}]}`,
		"groupBy=timeseries&start=2026-04-01T00:00:00Z&granularity=day&compareStart=2026-02-20T00:00:00Z&compareEnd=2026-02-21T00:00:00Z": `{"granularity":"day","points":[{"start":"2026-04-01T00:00:00Z","clicks":3,"uniques":1}],"previous":[{"start":"2026-02-20T00:00:00Z","clicks":1,"uniques":0}]}`,
		"groupBy=timeseries&start=2026-04-01T00:00:00Z&end=2026-04-02T00:00:00Z&granularity=day":                                          `{"granularity":"day","points":[{"start":"2026-04-01T00:00:00Z","clicks":3,"uniques":1}],"previous":null}`,
	} {
		if got := strings.TrimSpace(string(u.call(t, "GET", "/analytics?"+query, nil).want(t, 200).body)); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	week := u.call(t, "GET", "/analytics?groupBy=heatmap&timeZone=Europe/Berlin", nil).want(t, 200).json(t)["cells"].([]any)
	if wednesday := week[2*24+13].(map[string]any); wednesday["clicks"] != 3.0 || wednesday["weekday"] != 3.0 || wednesday["hour"] != 13.0 {
		t.Errorf("Wednesday at 13: %v", wednesday) // 11:50 UTC is 13:50 in Berlin
	}
	report := u.call(t, "GET", "/analytics/report?groupBy=count,browser,heatmap", nil).want(t, 200).json(t)
	if len(report) != 3 || report["count"].(map[string]any)["clicks"] != 3.0 {
		t.Errorf("%v", report)
	}
	all := u.call(t, "GET", "/analytics/report", nil).want(t, 200).json(t)
	if diff := cmp.Diff(everyPart, slices.Sorted(maps.Keys(all))); diff != "" {
		t.Errorf("parts of a whole report (-want +got):\n%s", diff)
	}
	newest := u.call(t, "GET", "/clicks?limit=1&linkId="+id, nil).want(t, 200)
	item := newest.json(t)["items"].([]any)[0].(map[string]any)
	if item["id"] != last || item["linkId"] != id || item["alias"] != "hop" || item["bot"] != false || item["country"] != nil {
		t.Errorf("%v", item)
	}
	for query, want := range map[string]float64{
		"traffic=all&browser=-Firefox":               0,
		"browser=firefox":                            4,
		"end=2026-04-01T11:51:00Z":                   2, // the one of forty days ago too
		"end=2026-04-01T11:51:00Z&interval=24h":      -1,
		"hour=12":                                    1, // the one of forty days ago
		"hour=11,12&weekday=-3":                      1,
		"hour=noon":                                  -1,
		"start=2026-04-01T11:51:00Z&browser=Firefox": 2,
	} {
		if want < 0 {
			u.call(t, "GET", "/clicks?"+query, nil).want(t, 422)
		} else if got := u.call(t, "GET", "/clicks?"+query, nil).want(t, 200).json(t)["total"]; got != want {
			t.Errorf("%s: %v clicks, want %v", query, got, want)
		}
	}
	u.call(t, "GET", "/clicks?contry=DE", nil).want(t, 422)
	if strings.Contains(string(newest.body), "198.51.100") {
		t.Error("a click tells the visitor's address")
	}
	home := u.call(t, "GET", "/dashboard/total-clicks", nil).want(t, 200).json(t)
	days := u.call(t, "GET", "/analytics/report?interval=30d&groupBy=timeseries,heatmap&granularity=day", nil).want(t, 200).json(t)
	for part, want := range days {
		if diff := cmp.Diff(want, home[part]); diff != "" {
			t.Errorf("%s of the home: %s", part, diff)
		}
		delete(home, part)
	}
	if diff := cmp.Diff(map[string]any{"totalClicks": 4.0, "importedClicks": 0.0, "trend": 200.0, "before": 1.0}, home); diff != "" {
		t.Error(diff)
	}
	u.call(t, "PATCH", "/workspaces/current", map[string]any{"retentionDays": 59}).want(t, 200)
	home = u.call(t, "GET", "/dashboard/total-clicks", nil).want(t, 200).json(t)
	delete(home, "timeseries")
	delete(home, "heatmap")
	if diff := cmp.Diff(map[string]any{"totalClicks": 4.0, "importedClicks": 0.0, "trend": 0.0, "before": nil}, home); diff != "" {
		t.Error(diff)
	}
	usage := u.call(t, "GET", "/dashboard/usage", nil).want(t, 200)
	if want := `{"plan":"FREE","links":{"used":1,"limit":100},"clicks":{"used":3,"limit":5000},"domains":{"used":0,"limit":1},"members":{"used":1,"limit":1},"bioPages":{"used":0,"limit":1},"qrCodes":{"used":0},"clicksExhaustedAt":null}`; strings.TrimSpace(string(usage.body)) != want {
		t.Errorf("%s, want %s", usage.body, want)
	}
	stranger := in.signUp(t)
	if got := stranger.call(t, "GET", "/clicks?linkId="+id, nil).want(t, 200).json(t)["total"]; got != 0.0 {
		t.Errorf("a stranger sees %v clicks", got)
	}
}

func TestAnalytics_InvalidParameters(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	u := in.signUp(t)
	for query, field := range map[string]string{
		"":                            "groupBy",
		"groupBy=nonsense":            "groupBy",
		"groupBy=count&interval=ever": "interval",
		"groupBy=count&start=monday":  "start",
		"groupBy=count&start=2026-04-01T00:00:00Z&end=2026-03-01T00:00:00Z": "end",
		"groupBy=count&timeZone=Mars/Base":                                  "timeZone",
		"groupBy=count&traffic=cars":                                        "traffic",
		"groupBy=count&compare=next":                                        "compare",
		"groupBy=timeseries&granularity=minute&interval=12mo":               "granularity",
		"groupBy=browser&limit=0":                                           "limit",
		"groupBy=count&weekday=0":                                           "weekday",
		"groupBy=count&hour=24":                                             "hour",
		"groupBy=count&contry=DE":                                           "contry",
	} {
		p := u.call(t, "GET", "/analytics?"+query, nil).want(t, 422).problem(t)
		if len(p.Errors) != 1 || p.Errors[0].Field != field {
			t.Errorf("%s: %+v", query, p)
		}
	}
}

// TestAnalytics_CountsRedirects opens a link with a password: one person who is asked for it
// and enters it is one click.
func TestAnalytics_CountsRedirects(t *testing.T) {
	t.Parallel()
	c, clicks := withClicks(t)
	in := newInstall(t, clicks)
	u := in.signUp(t)
	made := u.call(t, "POST", "/links", `{"url":"https://example.com/","alias":"hop"}`).want(t, 201).json(t)
	id := made["id"].(string)
	c.visit(t, u, id, "hop", noon.Add(-2*time.Minute), func(h *click.Hit) { h.Outcome, h.URL = visitor.Locked, "" })
	c.visit(t, u, id, "hop", noon.Add(-time.Minute))
	eventually(t, "both visits", func() bool {
		return u.call(t, "GET", "/clicks?outcome=all", nil).want(t, 200).json(t)["total"] == 2.0
	})
	row := func(key string) string {
		return `{"key":"` + key + `","label":"` + key + `","clicks":1,"uniques":1,"leads":0,"sales":0,"saleAmount":[]}`
	}
	for query, want := range map[string]string{
		"groupBy=count":                                  `{"clicks":1,"uniques":1,"bots":0,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&outcome=password":                 `{"clicks":1,"uniques":1,"bots":0,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=count&outcome=all":                      `{"clicks":2,"uniques":1,"bots":0,"leads":0,"sales":0,"saleAmount":[],"previous":null}`,
		"groupBy=outcome":                                `{"rows":[` + row("password") + `,` + row("redirect") + `]}`,
		"groupBy=outcome&outcome=-redirect&interval=24h": `{"rows":[` + row("password") + `]}`,
	} {
		if got := strings.TrimSpace(string(u.call(t, "GET", "/analytics?"+query, nil).want(t, 200).body)); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	for query, want := range map[string]string{"": "redirect", "?outcome=password": "password"} {
		items := u.call(t, "GET", "/clicks"+query, nil).want(t, 200).json(t)["items"].([]any)
		if len(items) != 1 || items[0].(map[string]any)["outcome"] != want {
			t.Errorf("clicks%s: %v", query, items)
		}
	}
	if file := string(u.call(t, "GET", "/analytics/export?groupBy=outcome", nil).want(t, 200).body); !strings.Contains(file, `password`) {
		t.Errorf("the table of outcomes: %s", file)
	}
}

// TestClicks_OmitAggregateClicks counts two clicks of a domain in the privacy mode aggregate,
// and lists, exports and streams neither.
func TestClicks_OmitAggregateClicks(t *testing.T) {
	t.Parallel()
	c, clicks := withClicks(t)
	in := newInstall(t, clicks)
	u := in.signUp(t)
	made := u.call(t, "POST", "/links", `{"url":"https://example.com/","alias":"hop"}`).want(t, 201).json(t)
	id := made["id"].(string)
	aggregate := func(h *click.Hit) { h.Aggregate = true }
	c.visit(t, u, id, "hop", noon.Add(-8*time.Minute), aggregate)
	c.visit(t, u, id, "hop", noon.Add(-5*time.Minute), aggregate)
	shown := c.visit(t, u, id, "hop", noon.Add(-2*time.Minute))
	eventually(t, "three clicks", func() bool {
		return u.call(t, "GET", "/analytics?groupBy=count", nil).want(t, 200).json(t)["clicks"] == 3.0
	})
	list := u.call(t, "GET", "/clicks", nil).want(t, 200).json(t)
	if items := list["items"].([]any); len(items) != 1 || items[0].(map[string]any)["id"] != shown || list["total"] != 1.0 {
		t.Errorf("listed %v", list)
	}
	if file := string(u.call(t, "GET", "/analytics/export", nil).want(t, 200).body); strings.Count(file, "\n") != 2 || !strings.Contains(file, shown) {
		t.Errorf("exported %s", file)
	}
	series := u.call(t, "GET", "/analytics?groupBy=timeseries&granularity=minute&start="+noon.Add(-time.Hour).Format(time.RFC3339), nil).want(t, 200).json(t)
	if first := series["points"].([]any)[0].(map[string]any); first["clicks"] != 2.0 {
		t.Errorf("the hour begins with %v", first)
	}
}
