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

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/edge/httpapi"
)

// listener follows a stream.
type listener struct {
	events chan map[string]string
	leave  context.CancelFunc
}

// listen follows the clicks of a workspace.
func listen(t *testing.T, u user, query string, headers ...string) listener {
	t.Helper()
	return listenTo(t, u, "/clicks/stream"+query, headers...)
}

func listenTo(t *testing.T, u user, path string, headers ...string) listener {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	t.Cleanup(leave)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.in.url+path, nil)
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
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "text/event-stream; charset=utf-8" || answer.Header.Get("Cache-Control") != "no-store" {
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

// next returns the next event; the name of a comment is empty.
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

func TestStream_SendsClicks(t *testing.T) {
	t.Parallel()
	c, clicks := withClicks(t)
	in := newInstall(t, clicks)
	u, stranger := in.signUp(t), in.signUp(t)
	made := u.call(t, "POST", "/links", `{"url":"https://example.com/","alias":"hop"}`).want(t, 201).json(t)
	id := made["id"].(string)
	mine, theirs, one := listen(t, u, ""), listen(t, stranger, ""), listen(t, u, "?linkId="+id)
	other := c.visit(t, u, ident.New(ident.Link), "other", noon)
	c.visit(t, u, "", "orphan", noon, func(h *click.Hit) { h.Outcome = visitor.Orphan })
	c.visit(t, u, id, "hop", noon, func(h *click.Hit) { h.RequestReason = visitor.BotHead })
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

func TestClicks_NameTheHostOfEachShortURL(t *testing.T) {
	t.Parallel()
	c, clicks := withClicks(t)
	in := newInstall(t, clicks, func(o *httpapi.Deps) { o.Analytics = c.figures })
	u := in.signUp(t)
	purged, _ := ident.Number(ident.New(ident.Domain))
	branded, _ := ident.Number(in.verifiedDomain(t, u, "go.brand.example"))
	on := func(domain uint64) func(*click.Hit) { return func(h *click.Hit) { h.DomainID = domain } }
	stream := listen(t, u, "")
	link := ident.New(ident.Link)
	c.visit(t, u, link, "hop", noon.Add(-time.Second), on(branded))
	c.visit(t, u, link, "hop", noon, on(purged))
	want := []string{"go.brand.example", ""}
	for _, host := range want {
		var got map[string]any
		if err := json.Unmarshal([]byte(stream.next(t)["data"]), &got); err != nil || got["domain"] != host {
			t.Errorf("the stream has %v (%v), want the host %q", got, err, host)
		}
	}
	eventually(t, "the clicks", func() bool { return u.call(t, "GET", "/clicks", nil).json(t)["total"] == 2.0 })
	for i, item := range u.call(t, "GET", "/clicks", nil).want(t, 200).json(t)["items"].([]any) {
		if got := item.(map[string]any)["domain"]; got != want[len(want)-1-i] {
			t.Errorf("click %d is on %v, want %q", i, got, want[len(want)-1-i])
		}
	}
}

func TestStream_ResumesAfterLastEventID(t *testing.T) {
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

func TestStream_EndsWithTheServerAndTheSession(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	in.api.SetHeartbeat(20 * time.Millisecond)
	u := in.signUp(t)
	stays := listen(t, in.signUp(t), "")
	revoked, all := listen(t, u, ""), listenTo(t, u, "/stream")
	if beat := revoked.next(t); beat[""] != "heartbeat" {
		t.Errorf("%v is no heartbeat", beat)
	}
	u.call(t, "POST", "/auth/logout", nil).want(t, 204)
	revoked.ended(t)
	all.ended(t)
	in.api.Close()
	stays.ended(t)
}

// TestStream_EndsWhenTheRoleChanges also reconnects with the new role: the
// second stream sends what that role permits.
func TestStream_EndsWhenTheRoleChanges(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	in.api.SetHeartbeat(20 * time.Millisecond)
	owner := in.signUp(t)
	editor := in.member(t, owner, access.Editor)
	l := listenTo(t, editor, "/stream", "Linnet-Workspace: "+owner.workspaceID)
	in.exec(t, `UPDATE members SET role = $1 WHERE user_id = $2 AND workspace_id = $3`, string(access.Viewer), editor.id, owner.workspaceID)
	l.ended(t)
	in.exec(t, `DELETE FROM members WHERE user_id = $1 AND workspace_id = $2`, editor.id, owner.workspaceID)
	editor.call(t, "GET", "/stream", nil).want(t, 404)
}

// TestStream_LastsAsLongAsItsAPIKey revokes one key and changes the scopes of
// another while both stream. Revoking the first key ends its stream alone.
func TestStream_LastsAsLongAsItsAPIKey(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	in.api.SetHeartbeat(20 * time.Millisecond)
	owner := in.signUp(t)
	first, firstID := owner.apiKey(t, access.AnalyticsRead)
	second, secondID := owner.apiKey(t, access.AnalyticsRead)
	revoked, changed := listen(t, first, ""), listen(t, second, "")
	for range 3 {
		if beat := revoked.next(t); beat[""] != "heartbeat" {
			t.Fatalf("%v is no heartbeat", beat)
		}
	}
	owner.call(t, "DELETE", "/api-keys/"+firstID, nil).want(t, http.StatusNoContent)
	revoked.ended(t)
	for range 3 {
		changed.next(t)
	}
	owner.call(t, "PATCH", "/api-keys/"+secondID, map[string]any{"scopes": []access.Scope{access.AnalyticsRead, access.LinksRead}}).want(t, http.StatusOK)
	changed.ended(t)
}

func TestStream_OutlivesTheWriteTimeout(t *testing.T) {
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

func TestStream_AtMostFiftyPerWorkspace(t *testing.T) {
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

// TestStream_SendsClicksAndJobs follows clicks, of bots too, and jobs over one
// connection.
func TestStream_SendsClicksAndJobs(t *testing.T) {
	t.Parallel()
	c, clicks := withClicks(t)
	in := newInstall(t, clicks)
	u, stranger := in.signUp(t), in.signUp(t)
	mine, theirs := listenTo(t, u, "/stream"), listenTo(t, stranger, "/stream")
	for _, l := range []listener{mine, theirs} {
		if start := l.data(t, "start"); start["run"] == "" || start["number"] != 0.0 {
			t.Errorf("the stream starts with %v", start)
		}
	}
	link := ident.New(ident.Link)
	bot := c.visit(t, u, link, "hop", noon.Add(-time.Second), func(h *click.Hit) { h.RequestReason = visitor.BotHead }) // of one moment, either could be the last
	human := c.visit(t, u, link, "hop", noon)
	for _, want := range []string{bot, human} {
		if e := mine.next(t); e["id"] != want || e["event"] != "click" {
			t.Errorf("%v, want the click %s", e, want)
		}
	}
	id := u.call(t, "POST", "/imports", "url\nhttps://example.com/\n", asCSV).want(t, 201).json(t)["id"].(string)
	if first := mine.job(t); first["id"] != id {
		t.Errorf("%v, want the job %s", first, id)
	}
	again := listenTo(t, u, "/stream", "Last-Event-ID: "+bot)
	if start := again.data(t, "start"); start["number"] != 2.0 {
		t.Errorf("after two clicks, the stream starts with %v", start)
	}
	if e := again.next(t); e["id"] != human {
		t.Errorf("%v, want the click that was missed, %s", e, human)
	}
	if now := again.job(t); now["id"] != id || now["state"] == "done" {
		t.Errorf("after reconnecting: %v, want the running job", now)
	}
	in.work(t)
	for _, l := range []listener{mine, again} {
		for l.job(t)["state"] != "done" {
		}
	}
	theirsAlone := c.visit(t, stranger, ident.New(ident.Link), "theirs", noon)
	if e := theirs.next(t); e["id"] != theirsAlone {
		t.Errorf("the stranger sees %v", e)
	}
}

// job returns the next event, which must be a job.
func (l listener) job(t *testing.T) map[string]any {
	t.Helper()
	return l.data(t, "job")
}

// data returns the data of the next event, which must have a name and no id: coming back,
// one names the last click.
func (l listener) data(t *testing.T, name string) (data map[string]any) {
	t.Helper()
	e := l.next(t)
	if e["event"] != name || e["id"] != "" {
		t.Fatalf("%v is not %s", e, name)
	}
	if err := json.Unmarshal([]byte(e["data"]), &data); err != nil {
		t.Fatal(err)
	}
	return data
}

// TestEvents_BoundTheClicksThatAResponseIncludes asks for figures while clicks arrive, and
// compares them with the numbers of the clicks.
func TestEvents_BoundTheClicksThatAResponseIncludes(t *testing.T) {
	t.Parallel()
	c, clicks := withClicks(t)
	in := newInstall(t, clicks)
	u := in.signUp(t)
	mine := listenTo(t, u, "/stream")
	run := mine.data(t, "start")["run"]
	const visits = 300
	visited := make(chan struct{})
	go func() {
		defer close(visited)
		for range visits {
			c.visit(t, u, ident.New(ident.Link), "hop", noon.Add(-time.Second))
		}
	}()
	for total := 0; total < visits; {
		answer := u.call(t, "GET", "/dashboard/total-clicks", nil).want(t, 200)
		total = int(answer.json(t)["totalClicks"].(float64))
		var least, most int
		named, _, _ := strings.Cut(answer.header.Get("Linnet-Events"), " ")
		if _, err := fmt.Sscanf(answer.header.Get("Linnet-Events"), named+" %d-%d", &least, &most); err != nil || named != run {
			t.Fatalf("Linnet-Events: %q: %v", answer.header.Get("Linnet-Events"), err)
		}
		if total < least || total > most {
			t.Fatalf("%d clicks, not %d to %d", total, least, most)
		}
	}
	<-visited
	// Those that the stream has no room for are named by another start.
	for known := 0.0; known < visits; {
		e := mine.next(t)
		var got struct{ Number float64 }
		if err := json.Unmarshal([]byte(e["data"]), &got); err != nil {
			t.Fatal(err)
		}
		if e["event"] == "start" {
			known = max(known, got.Number)
		} else if got.Number == known+1 {
			known++
		} else if got.Number > known {
			t.Fatalf("after the click %v comes %v", known, got.Number)
		}
	}
}
