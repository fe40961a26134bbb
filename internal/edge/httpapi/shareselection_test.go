package httpapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

const day = 24 * time.Hour

// exhibitMore adds clicks that a selection leaves out: from another site, of a
// bot, and of the weeks before.
func exhibitMore(t *testing.T) (exhibition, *clicks) {
	t.Helper()
	clicks, behind := withClicks(t)
	in := newInstall(t, behind)
	e := exhibition{in: in, owner: in.signUp(t)}
	link := func(body map[string]any) string {
		body["url"] = "https://example.com/"
		return e.owner.call(t, "POST", "/links", body).want(t, 201).json(t)["id"].(string)
	}
	e.inside = link(map[string]any{"alias": "inside", "tags": []string{"spring"}})
	e.outside = link(map[string]any{"alias": "outside"})
	e.tag = e.owner.call(t, "GET", "/tags", nil).want(t, 200).json(t)["items"].([]any)[0].(map[string]any)["id"].(string)
	from := func(site string) func(*click.Hit) { return func(h *click.Hit) { h.Referrer = "https://" + site + "/" } }
	visits := []struct {
		link, alias string
		ago         time.Duration
		times       int
		change      func(*click.Hit)
	}{
		{e.inside, "inside", time.Hour, 3, from("a.example")},
		{e.inside, "inside", time.Hour, 5, from("b.example")},
		{e.outside, "outside", time.Hour, 7, from("a.example")},
		{e.inside, "inside", 10 * day, 11, from("a.example")},
		{e.inside, "inside", 40 * day, 13, from("a.example")},
		{e.inside, "inside", time.Hour, 17, func(h *click.Hit) { h.Referrer, h.RequestReason = "https://a.example/", visitor.BotHead }},
	}
	for _, v := range visits {
		for range v.times {
			clicks.visit(t, e.owner, v.link, v.alias, noon.Add(-v.ago), v.change)
		}
	}
	eventually(t, "the clicks arrive", func() bool { return clicks.pipeline.Stats().Waiting == 0 })
	return e, clicks
}

func TestShare_ShowsExactlyItsSelection(t *testing.T) {
	t.Parallel()
	e, _ := exhibitMore(t)
	only := func(dimension string, negated bool, values ...string) map[string]any {
		return map[string]any{"dimension": dimension, "values": values, "negated": negated}
	}
	for name, tt := range map[string]struct {
		body map[string]any
		want float64
	}{
		"nothing chosen":     {map[string]any{}, 3 + 5 + 7 + 11},
		"a filter":           {map[string]any{"interval": "7d", "filters": []any{only("referrer", false, "a.example")}}, 3 + 7},
		"a negated filter":   {map[string]any{"interval": "7d", "filters": []any{only("referrer", true, "a.example")}}, 5},
		"a tag by its name":  {map[string]any{"interval": "7d", "filters": []any{only("tag", false, "Spring")}}, 3 + 5},
		"all but a tag":      {map[string]any{"interval": "7d", "filters": []any{only("tag", true, e.tag)}}, 7},
		"bots":               {map[string]any{"interval": "7d", "traffic": "bot"}, 17},
		"everybody":          {map[string]any{"interval": "7d", "traffic": "all"}, 3 + 5 + 7 + 17},
		"a rolling period":   {map[string]any{"interval": "28d"}, 3 + 5 + 7 + 11},
		"all time":           {map[string]any{"interval": "all"}, 3 + 5 + 7 + 11 + 13},
		"a fixed period":     {map[string]any{"start": noon.Add(-11 * day), "end": noon.Add(-9 * day)}, 11},
		"a filter of a link": {map[string]any{"interval": "all", "filters": []any{only("link", false, e.inside)}}, 3 + 5 + 11 + 13},
	} {
		t.Run(name, func(t *testing.T) {
			tt.body["scope"] = "workspace"
			_, page := e.owner.share(t, tt.body)
			if got := page.clicks(t, ""); got != tt.want {
				t.Errorf("the page shows %v clicks, want %v", got, tt.want)
			}
		})
	}
}

func TestShare_CannotBeWidened(t *testing.T) {
	t.Parallel()
	e, _ := exhibitMore(t)
	_, page := e.owner.share(t, map[string]any{
		"scope": "workspace", "name": "Spring", "interval": "7d", "timeZone": "Europe/Berlin", "traffic": "human", "compare": "previous",
		"filters": []any{
			map[string]any{"dimension": "referrer", "values": []string{"a.example"}},
			map[string]any{"dimension": "tag", "values": []string{e.tag}},
		},
		"parts": []string{"count", "timeseries", "referrer"},
	})
	whole := 3.0
	for query, want := range map[string]float64{
		"": whole, "traffic=all": whole, "interval=12mo": whole, "interval=90d": whole, "interval=ytd": whole,
		"start=1990-01-01T00:00:00Z": whole, "start=1990-01-01T00:00:00Z&end=2199-01-01T00:00:00Z": whole,
		"referrer=b.example": 0, "referrer=a.example,b.example": whole, "referrer=-c.example": whole, "referrer=-a.example": 0,
		"timeZone=Pacific/Kiritimati": whole, "compare=previous": whole, "granularity=hour": whole,
		"interval=24h": whole, "start=" + noon.Add(-30*time.Minute).Format(time.RFC3339): 0, // narrower
	} {
		if got := page.clicks(t, query); got != want {
			t.Errorf("%q shows %v clicks, want %v", query, got, want)
		}
	}
	_, hours := e.owner.share(t, map[string]any{
		"scope": "workspace", "filters": []any{map[string]any{"dimension": "hour", "values": []string{"3"}}},
	})
	if got := hours.clicks(t, "timeZone=Asia/Kolkata") + hours.clicks(t, "timeZone=America/Los_Angeles"); got != 0 {
		t.Errorf("another time zone shows %v clicks of other hours", got)
	}
	for _, query := range []string{
		"traffic=bot", "interval=all", "orphans=true", "start=2020-01-01T00:00:00Z&end=2020-02-01T00:00:00Z",
		"linkId=" + e.inside, "linkId=" + e.outside, "tag=" + e.tag, "trigger=qr", "hour=3", "weekday=1", "browser=Firefox", "alias=outside",
		"groupBy=link", "groupBy=heatmap", "groupBy=trigger", "groupBy=tag", "groupBy=country",
	} {
		separator := "&"
		if !strings.Contains(query, "groupBy") {
			query, separator = "groupBy=count&"+query, ""
		}
		e.in.anonymous().call(t, "GET", page.path+"/report?"+query+separator, nil).want(t, 422)
	}
	// The week before holds 11 clicks, of which the comparison shows those of its own filters and days only.
	report := e.in.anonymous().call(t, "GET", page.path+"/report?compareStart=1990-01-01T00:00:00Z", nil)
	if report.status == http.StatusOK {
		t.Errorf("a comparison of the visitor's own was accepted")
	}
	count := e.in.anonymous().call(t, "GET", page.path+"/report", nil).want(t, 200).json(t)
	if diff := cmp.Diff([]string{"count", "referrer", "timeseries"}, keysOf(count)); diff != "" {
		t.Errorf("the parts: %s", diff)
	}
	figures := count["count"].(map[string]any)
	if figures["bots"] != 0.0 || figures["previous"].(map[string]any)["clicks"] != 11.0 || figures["previous"].(map[string]any)["bots"] != 0.0 {
		t.Errorf("the figures beside: %v", figures)
	}
}

func keysOf(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func TestShare_DescribesItselfAndIsRenamed(t *testing.T) {
	t.Parallel()
	e, _ := exhibitMore(t)
	id, page := e.owner.share(t, map[string]any{
		"scope": "workspace", "name": " Spring, Germany ", "interval": "28d", "timeZone": "Europe/Berlin",
		"filters": []any{map[string]any{"dimension": "tag", "values": []string{"spring"}, "negated": true}},
	})
	shown := e.in.anonymous().call(t, "GET", page.path, nil).want(t, 200).json(t)
	selection := shown["selection"].(map[string]any)
	want := []any{map[string]any{"dimension": "tag", "values": []any{e.tag}, "negated": true, "labels": map[string]any{e.tag: "spring"}}}
	if diff := cmp.Diff(want, selection["filters"]); diff != "" || shown["name"] != "Spring, Germany" || selection["interval"] != "28d" {
		t.Errorf("%v %s", shown, diff)
	}
	e.owner.call(t, "PATCH", "/shares/"+id, map[string]any{"name": "Easter"}).want(t, 200)
	if got := e.owner.call(t, "GET", "/shares", nil).json(t)["items"].([]any)[0].(map[string]any); got["name"] != "Easter" || got["interval"] != "28d" {
		t.Errorf("the list shows %v", got)
	}
	e.owner.call(t, "DELETE", "/tags/"+e.tag, nil).want(t, 204)
	e.in.anonymous().call(t, "GET", page.path, nil).want(t, http.StatusGone)
	e.in.anonymous().call(t, "GET", page.path+"/report", nil).want(t, http.StatusGone)
}

func TestShare_NamesFaultyFieldsOfItsSelection(t *testing.T) {
	t.Parallel()
	e, _ := exhibitMore(t)
	for name, tt := range map[string]struct {
		body  map[string]any
		field string
	}{
		"an unknown interval": {map[string]any{"interval": "8d"}, "interval"},
		"two periods":         {map[string]any{"interval": "7d", "start": noon.Add(-day)}, "interval"},
		"a reversed period":   {map[string]any{"start": noon, "end": noon.Add(-day)}, "end"},
		"an unknown zone":     {map[string]any{"interval": "7d", "timeZone": "Mars/Olympus"}, "timeZone"},
		"an unknown tag":      {map[string]any{"filters": []any{map[string]any{"dimension": "tag", "values": []string{"none"}}}}, "filters"},
		"a filter of nothing": {map[string]any{"filters": []any{map[string]any{"dimension": "country", "values": []string{}}}}, "filters"},
		"a long name":         {map[string]any{"name": strings.Repeat("x", 101)}, "name"},
		"a part of another":   {map[string]any{"parts": []string{"rule"}}, "parts[0]"},
		"a lone comparison":   {map[string]any{"compare": "previous"}, "compare"},
	} {
		tt.body["scope"] = "workspace"
		p := e.owner.call(t, "POST", "/shares", tt.body).want(t, 422).problem(t)
		if len(p.Errors) != 1 || p.Errors[0].Field != tt.field {
			t.Errorf("%s: %+v", name, p)
		}
	}
}
