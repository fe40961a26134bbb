package httpapi_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/redirectcheck"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
)

// rightKey is the key that the old shortener of tests accepts.
const rightKey = "right"

// oldLinks is a shortener with two pages of one link.
type oldLinks struct{ retrieval.Connection }

func openOldLinks(c retrieval.Connection) retrieval.Source { return oldLinks{c} }

// Page implements retrieval.Source.
func (s oldLinks) Page(_ context.Context, cursor string) (retrieval.Page, error) {
	if s.Key != rightKey {
		return retrieval.Page{}, fault.New(fault.Invalid, "Shlink does not accept this key.").At("key")
	}
	page := retrieval.Page{Total: 2}
	if cursor == "" {
		page.Next = "2"
	}
	id := "/old" + cursor
	page.Links = []retrieval.Link{{ID: id, Cells: map[transfer.Field]string{
		transfer.ShortURL: "https://old.example.com" + id, transfer.URL: "https://example.com" + id, transfer.Title: "None",
	}}}
	return page, nil
}

// Visits implements retrieval.Source.
func (oldLinks) Visits(context.Context, retrieval.Link, string) (retrieval.VisitPage, error) {
	day := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	return retrieval.VisitPage{Visits: []retrieval.Visits{{At: day, Clicks: 7}}}, nil
}

// retrieval starts one and returns its id.
func (u user) retrieval(t *testing.T, key string) string {
	t.Helper()
	return u.call(t, "POST", "/retrievals", map[string]any{"from": "shlink", "url": "old.example.com", "key": key}).want(t, 201).json(t)["id"].(string)
}

// check starts the check of a retrieval and returns its id.
func (u user) check(t *testing.T, retrievalID string) string {
	t.Helper()
	return u.call(t, "POST", "/checks", map[string]any{"retrievalId": retrievalID}).want(t, 201).json(t)["id"].(string)
}

// oldServer is a redirectcheck.Asker that redirects phones elsewhere.
type oldServer struct{}

// Ask implements redirectcheck.Asker.
func (oldServer) Ask(_ context.Context, shortURL string, v redirectcheck.Visitor) (redirectcheck.Answer, error) {
	to := strings.Replace(shortURL, "https://old.", "https://", 1)
	if v.Name == "phone" && strings.HasSuffix(to, "2") {
		to += "?phone"
	}
	return redirectcheck.Answer{Status: 302, Location: to}, nil
}

func TestChecks_SayWhichRedirectsDiffer(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	id := u.retrieval(t, rightKey)
	u.call(t, "POST", "/checks", map[string]any{"retrievalId": id}).want(t, 409)
	in.work(t)
	draft := u.call(t, "GET", "/retrievals/"+id, nil).want(t, 200).json(t)["importId"].(string)
	if started := u.call(t, "POST", "/imports/"+draft+"/start", map[string]any{}).want(t, 200).json(t); started["retrievalId"] != id {
		t.Errorf("the import is of the retrieval %v", started["retrievalId"])
	}
	u.call(t, "POST", "/checks", map[string]any{"retrievalId": draft}).want(t, 404)
	in.work(t)
	check := u.check(t, id)
	in.work(t)
	done := u.call(t, "GET", "/checks/"+check, nil).want(t, 200).json(t)
	if done["state"] != "done" || done["done"] != 2.0 || done["failed"] != 1.0 || done["name"] != "Check of Shlink (old.example.com)" {
		t.Errorf("%v", done)
	}
	report := string(u.call(t, "GET", "/checks/"+check+"/report", nil).want(t, 200).body)
	for _, row := range []string{
		"https://old.example.com/old,equal,,,,,\r\n",
		"https://old.example.com/old2,differs,phone,302,https://example.com/old2?phone,302,https://example.com/old2\r\n",
	} {
		if !strings.Contains(report, row) {
			t.Errorf("%q is not in\n%s", row, report)
		}
	}
}

func TestRetrievals_BecomeImports(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	for i, want := range []string{"created", "skipped"} {
		id := u.retrieval(t, rightKey)
		started := u.call(t, "GET", "/retrievals/"+id, nil).want(t, 200).json(t)
		if started["kind"] != "retrieval" || started["name"] != "Shlink (old.example.com)" || started["total"] != 2.0 || started["importId"] != nil {
			t.Errorf("round %d: %v", i, started)
		}
		in.work(t)
		read := u.call(t, "GET", "/retrievals/"+id, nil).want(t, 200).json(t)
		if read["state"] != "done" || read["done"] != 2.0 || read["reportUrl"] != nil {
			t.Fatalf("round %d: %v", i, read)
		}
		draft := "/imports/" + read["importId"].(string)
		preview := u.call(t, "POST", draft+"/preview", map[string]any{}).want(t, 200).json(t)
		if preview["service"] != "Shlink (old.example.com)" || preview["retrieved"] != true || preview["counts"].(map[string]any)[want] != 2.0 {
			t.Errorf("round %d: the preview says %v", i, preview)
		}
		u.call(t, "POST", draft+"/start", map[string]any{}).want(t, 200)
		in.work(t)
		if done := u.call(t, "GET", draft, nil).want(t, 200).json(t); done[want] != 2.0 {
			t.Errorf("round %d: %v", i, done)
		}
	}
	links := u.call(t, "GET", "/links?externalId=shlink:/old2", nil).want(t, 200).json(t)["items"].([]any)
	if len(links) != 1 {
		t.Fatalf("by its external id: %v", links)
	}
	if l := links[0].(map[string]any); l["url"] != "https://example.com/old2" || l["title"] != "None" || l["alias"] != "old2" {
		t.Errorf("by its external id: %v", links)
	}
}

func TestRetrievals_HaveTheClickHistory(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	for _, want := range []struct {
		history  bool
		imported float64
	}{{false, 0}, {true, 7}} {
		input := map[string]any{"from": "shlink", "url": "old.example.com", "key": rightKey, "history": want.history}
		id := u.call(t, "POST", "/retrievals", input).want(t, 201).json(t)["id"].(string)
		in.work(t)
		draft := u.call(t, "GET", "/retrievals/"+id, nil).want(t, 200).json(t)["importId"].(string)
		u.call(t, "POST", "/imports/"+draft+"/start", map[string]any{"onConflict": "update"}).want(t, 200)
		in.work(t)
		l := u.call(t, "GET", "/links?externalId=shlink:/old2", nil).want(t, 200).json(t)["items"].([]any)[0].(map[string]any)
		if l["importedClicks"] != want.imported {
			t.Errorf("with history %v: %v imported clicks", want.history, l["importedClicks"])
		}
	}
}

func TestRetrievals_BlameWhatIsWrong(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	for field, body := range map[string]map[string]any{
		"from":    {"from": "bit.ly", "key": rightKey},
		"url":     {"from": "yourls", "key": rightKey},
		"history": {"from": "kutt", "key": rightKey, "history": true},
		"key":     {"from": "shlink", "url": "https://old.example.com", "key": "wrong"},
	} {
		problem := u.call(t, "POST", "/retrievals", body).want(t, 422).json(t)
		if at := problem["errors"].([]any)[0].(map[string]any)["field"]; at != field {
			t.Errorf("%v: %v", body, problem)
		}
	}
	for _, address := range []string{"https://user:secret@old.example.com", "ftp://old.example.com", "https://old.example.com/?key=1", "https://"} {
		u.call(t, "POST", "/retrievals", map[string]any{"from": "shlink", "url": address, "key": rightKey}).want(t, 422)
	}
	running := u.retrieval(t, rightKey)
	u.call(t, "PUT", "/retrievals/"+running+"/key", map[string]any{"key": "other"}).want(t, 409)
	u.call(t, "PUT", "/retrievals/"+strconv.Itoa(1)+"/key", map[string]any{"key": "other"}).want(t, 404)
}
