package httpapi_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/edge/httpapi"
)

func TestClicksAreCounted(t *testing.T) {
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
	c.visit(t, u, id, "hop", noon.Add(-time.Minute), func(h *click.Hit) { h.Head = true })
	c.visit(t, u, id, "hop", noon.AddDate(0, 0, -40)) // that day's salt is gone: nobody can tell the visitor
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
	if all := u.call(t, "GET", "/analytics/report", nil).want(t, 200).json(t); len(all) != 28 {
		t.Errorf("%d parts", len(all))
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
	if diff := cmp.Diff(map[string]any{"totalClicks": 4.0, "trend": 200.0}, home); diff != "" {
		t.Error(diff)
	}
	usage := u.call(t, "GET", "/dashboard/usage", nil).want(t, 200)
	if want := `{"plan":"FREE","links":{"used":1,"limit":100},"clicks":{"used":3,"limit":5000},"qrCodes":{"used":0}}`; strings.TrimSpace(string(usage.body)) != want {
		t.Errorf("%s, want %s", usage.body, want)
	}
	stranger := in.signUp(t)
	if got := stranger.call(t, "GET", "/clicks?linkId="+id, nil).want(t, 200).json(t)["total"]; got != 0.0 {
		t.Errorf("a stranger sees %v clicks", got)
	}
}

func TestAnalyticsSaysWhatIsWrong(t *testing.T) {
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
		"groupBy=count&contry=DE":                                           "contry",
	} {
		p := u.call(t, "GET", "/analytics?"+query, nil).want(t, 422).problem(t)
		if len(p.Errors) != 1 || p.Errors[0].Field != field {
			t.Errorf("%s: %+v", query, p)
		}
	}
}

// listener follows a stream.
type listener struct {
	events chan map[string]string
	leave  context.CancelFunc
}

func listen(t *testing.T, u user, query string, headers ...string) listener {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	t.Cleanup(leave)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.in.url+"/clicks/stream"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+u.token)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream" || answer.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("status %d with %v", answer.StatusCode, answer.Header)
	}
	l := listener{events: make(chan map[string]string, 1000), leave: leave}
	go func() {
		defer close(l.events)
		defer answer.Body.Close()
		event := map[string]string{}
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			if lines.Text() == "" {
				l.events <- event
				event = map[string]string{}
				continue
			}
			name, value, _ := strings.Cut(lines.Text(), ": ")
			event[name] = value
		}
	}()
	if first := l.next(t); first[""] == "" {
		t.Fatalf("the stream begins with %v", first)
	}
	return l
}

// next returns the next event; a comment stands under the empty name.
func (l listener) next(t *testing.T) map[string]string {
	t.Helper()
	select {
	case e, ok := <-l.events:
		if !ok {
			t.Fatal("the stream has ended")
		}
		return e
	case <-time.After(20 * time.Second):
		t.Fatal("no event came")
	}
	return nil
}

// ended fails unless the stream ends.
func (l listener) ended(t *testing.T) {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		select {
		case _, ok := <-l.events:
			if !ok {
				return
			}
		case <-deadline:
			t.Fatal("the stream goes on")
		}
	}
}

func TestClicksArriveOnTheStream(t *testing.T) {
	t.Parallel()
	c, clicks := withClicks(t)
	in := newInstall(t, clicks)
	u, stranger := in.signUp(t), in.signUp(t)
	made := u.call(t, "POST", "/links", `{"url":"https://example.com/","alias":"hop"}`).want(t, 201).json(t)
	id := made["id"].(string)
	mine, theirs, one := listen(t, u, ""), listen(t, stranger, ""), listen(t, u, "?linkId="+id)
	other := c.visit(t, u, ident.New(ident.Link), "other", noon)
	c.visit(t, u, "", "orphan", noon, func(h *click.Hit) { h.Outcome = click.OutcomeOrphan })
	c.visit(t, u, id, "hop", noon, func(h *click.Hit) { h.Head = true })
	want := c.visit(t, u, id, "hop", noon)
	if e := mine.next(t); e["id"] != other || e["event"] != "click" {
		t.Errorf("%v, want %s", e, other)
	}
	e := mine.next(t)
	var got map[string]any
	if err := json.Unmarshal([]byte(e["data"]), &got); err != nil {
		t.Fatal(err)
	}
	if e["id"] != want || got["id"] != want || got["linkId"] != id || got["alias"] != "hop" {
		t.Errorf("%v, want %s", e, want)
	}
	for _, breach := range readContract(t).check(schema{"$ref": "#/components/schemas/Click"}, got, "click") {
		t.Error(breach)
	}
	if strings.Contains(e["data"], "198.51.100") {
		t.Errorf("an event tells the visitor's address: %v", e)
	}
	if e := one.next(t); e["id"] != want {
		t.Errorf("the stream of one link has %v", e)
	}
	strangers := c.visit(t, stranger, ident.New(ident.Link), "theirs", noon)
	if e := theirs.next(t); e["id"] != strangers {
		t.Errorf("the stranger sees %v", e)
	}
}

func TestAClientThatComesBackMissesNothing(t *testing.T) {
	t.Parallel()
	c, clicks := withClicks(t)
	in := newInstall(t, clicks)
	u := in.signUp(t)
	link, ids := ident.New(ident.Link), make([]string, 4)
	for i := range ids {
		ids[i] = c.visit(t, u, link, "hop", noon.Add(time.Duration(i)*time.Second-time.Minute))
	}
	eventually(t, "the clicks", func() bool { return u.call(t, "GET", "/clicks", nil).json(t)["total"] == 4.0 })
	back := listen(t, u, "", "Last-Event-ID: "+ids[1])
	for _, want := range ids[2:] {
		if e := back.next(t); e["id"] != want {
			t.Errorf("%v, want %s", e, want)
		}
	}
	live := c.visit(t, u, link, "hop", noon)
	if e := back.next(t); e["id"] != live {
		t.Errorf("%v, want %s", e, live)
	}
}

func TestStreamsEndWithTheServerAndTheSession(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	in.api.SetHeartbeat(20 * time.Millisecond)
	u := in.signUp(t)
	stays := listen(t, in.signUp(t), "")
	revoked := listen(t, u, "")
	if beat := revoked.next(t); beat[""] != "still here" {
		t.Errorf("%v is no heartbeat", beat)
	}
	u.call(t, "POST", "/auth/logout", nil).want(t, 204)
	revoked.ended(t)
	in.api.Close()
	stays.ended(t)
}

func TestAStreamOutlivesTheServersTimeForAnAnswer(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	in.api.SetHeartbeat(50 * time.Millisecond)
	u := in.signUp(t)
	strict := httptest.NewUnstartedServer(in.api)
	strict.Config.ReadTimeout, strict.Config.WriteTimeout = 100*time.Millisecond, 100*time.Millisecond
	strict.Start()
	t.Cleanup(strict.Close)
	in.url = strict.URL + httpapi.Prefix
	l := listen(t, u, "")
	for range 10 {
		l.next(t)
	}
	l.leave()
	l.ended(t)
}

func TestAWorkspaceHasFiftyStreams(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	u := in.signUp(t)
	var last listener
	for range 50 {
		last = listen(t, u, "")
	}
	if p := u.call(t, "GET", "/clicks/stream", nil).want(t, 429).problem(t); !strings.Contains(p.Message, fmt.Sprint(50)) {
		t.Errorf("%+v", p)
	}
	last.leave()
	last.ended(t)
	eventually(t, "a free place", func() bool {
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, in.url+"/clicks/stream", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+u.token)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	})
}
