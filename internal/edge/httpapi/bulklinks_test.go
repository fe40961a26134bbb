package httpapi_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/access"
	"linnet/internal/testkit"
)

// result is one of many, as a client reads it.
type result struct {
	Index, Status int
	Link          map[string]any
	Error         *problem
}

func (r reply) results(t testing.TB) []result {
	t.Helper()
	var body struct{ Results []result }
	if err := json.Unmarshal(r.body, &body); err != nil {
		t.Fatal(err)
	}
	for i, one := range body.Results {
		if one.Index != i || (one.Error != nil && one.Error.Status != one.Status) {
			t.Errorf("result %d is %+v", i, one)
		}
	}
	return body.Results
}

func statuses(results []result) []int {
	out := []int{}
	for _, r := range results {
		out = append(out, r.Status)
	}
	return out
}

// faulty returns the sorted names of the faulty fields.
func (p problem) faulty() []string {
	out := []string{}
	for _, e := range p.Errors {
		out = append(out, e.Field)
	}
	slices.Sort(out)
	return out
}

func TestBulkLinks_EachLinkHasAResult(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	made := u.call(t, "POST", "/links/bulk", `{"links":[
		{"url":"https://example.com/","alias":"one","tags":["spring"]},
		{"url":"nonsense","alias":"a b","maxClicks":-1,"title":5},
		{"url":"https://example.com/","alias":"ONE"},
		{"url":"https://example.com/","startsAt":null},
		{}]}`).want(t, 200).results(t)
	if diff := cmp.Diff([]int{201, 422, 409, 201, 422}, statuses(made)); diff != "" {
		t.Fatal(diff)
	}
	if diff := cmp.Diff([]string{"alias", "maxClicks", "title", "url"}, made[1].Error.faulty()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"url"}, made[4].Error.faulty()); diff != "" {
		t.Error(diff)
	}
	one, other := made[0].Link["id"], made[3].Link["id"]
	third := u.call(t, "POST", "/links", `{"url":"https://example.com/"}`).want(t, 201).json(t)["id"]
	changed := u.call(t, "PATCH", "/links/bulk", map[string]any{"links": []any{
		map[string]any{"id": one, "status": "archived", "tags": []string{"spring", "press"}},
		map[string]any{"id": other, "ifVersion": 9, "title": "x"},
		map[string]any{"id": "lnk_0000000000000", "title": "x"},
		map[string]any{"id": third, "maxClicks": 0, "url": "javascript:x"},
		map[string]any{"title": "x"},
	}}).want(t, 200).results(t)
	if diff := cmp.Diff([]int{200, 412, 404, 422, 404}, statuses(changed)); diff != "" {
		t.Fatal(diff)
	}
	if got := changed[0].Link; got["status"] != "archived" || len(got["tags"].([]any)) != 2 {
		t.Errorf("changed: %v", got)
	}
	if diff := cmp.Diff([]string{"maxClicks", "url"}, changed[3].Error.faulty()); diff != "" {
		t.Error(diff)
	}
	ids := map[string]any{"ids": []any{one, other, "lnk_0000000000000"}}
	if got := u.call(t, "DELETE", "/links/bulk", ids).want(t, 200).results(t); !slices.Equal(statuses(got)[:3], []int{204, 204, 404}) || got[0].Link != nil {
		t.Errorf("deleted: %+v", got)
	}
	u.call(t, "GET", fmt.Sprintf("/links/%s", one), nil).want(t, 404)
	back := u.call(t, "POST", "/links/bulk/restore", map[string]any{"ids": []any{one, other, "lnk_0000000000000"}}).want(t, 200).results(t)
	if diff := cmp.Diff([]int{200, 200, 404}, statuses(back)); diff != "" || back[0].Link["alias"] != "one" || back[0].Link["status"] != "archived" {
		t.Errorf("restored: %+v %s", back, diff)
	}
}

func TestBulkLinks_Bounds(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	viewer := in.member(t, owner, access.Viewer)
	list := func(n int) string {
		return `{"links":[` + strings.TrimSuffix(strings.Repeat(`{"url":"https://example.com/"},`, n), ",") + `]}`
	}
	owner.call(t, "POST", "/links/bulk", list(1_001)).want(t, 422)
	made := owner.call(t, "POST", "/links/bulk", list(120)).want(t, 200).results(t)
	if got := statuses(made); got[99] != 201 || got[100] != 402 || made[100].Error.Code != "limit_reached" {
		t.Errorf("the hundredth is %d, the one after %d", got[99], got[100])
	}
	if total := owner.call(t, "GET", "/links", nil).json(t)["total"]; total != 100.0 {
		t.Errorf("%v links", total)
	}
	id := made[0].Link["id"].(string)
	// At the limit, deleting works. Restoring fails once a new link has used
	// the freed slot.
	owner.call(t, "DELETE", "/links/"+id, nil).want(t, 204)
	owner.call(t, "POST", "/links", `{"url":"https://example.com/"}`).want(t, 201)
	owner.call(t, "POST", "/links/"+id+"/restore", nil).want(t, 402)
	owner.call(t, "DELETE", "/links/bulk", map[string]any{"ids": []any{made[1].Link["id"]}}).want(t, 200)
	if got := owner.call(t, "POST", "/links/"+id+"/restore", nil).want(t, 200); got.json(t)["id"] != id || got.header.Get("ETag") != `"2"` {
		t.Errorf("restored %s, ETag %s", got.body, got.header.Get("ETag"))
	}
	for name, c := range map[string]struct {
		method, body string
		fields       []string
	}{
		"nothing to make":       {"POST", `{"links":[]}`, []string{"links"}},
		"no list":               {"POST", `{"links":5}`, []string{"links"}},
		"a list of texts":       {"POST", `{"links":["x"]}`, []string{"links[0]"}},
		"nothing to change":     {"PATCH", `{}`, []string{"links"}},
		"a number to change":    {"PATCH", `{"links":[{"id":"x"},5]}`, []string{"links[1]"}},
		"nothing to delete":     {"DELETE", `{"ids":[]}`, []string{"ids"}},
		"numbers to delete":     {"DELETE", `{"ids":[5]}`, []string{"ids[0]"}},
		"too many for a delete": {"DELETE", `{"ids":["x"` + strings.Repeat(`,"x"`, 1_000) + `]}`, []string{"ids"}},
	} {
		if p := owner.call(t, c.method, "/links/bulk", c.body).want(t, 422).problem(t); !slices.Equal(p.faulty(), c.fields) {
			t.Errorf("%s: %+v", name, p)
		}
	}
	for _, method := range []string{"POST", "PATCH", "DELETE"} {
		viewer.call(t, method, "/links/bulk", `{"ids":["x"],"links":[{"id":"x","url":"https://example.com/"}]}`).want(t, 403)
	}
	stranger := in.signUp(t)
	if got := stranger.call(t, "DELETE", "/links/bulk", map[string]any{"ids": []any{id}}).want(t, 200).results(t); got[0].Status != 404 {
		t.Errorf("a stranger deletes: %+v", got)
	}
}

func TestBulkLinks_AppliesCommonChanges(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	made := u.call(t, "POST", "/links/bulk", `{"links":[`+strings.Repeat(`{"url":"https://example.com/"},`, 24)+`{"url":"https://example.com/"}]}`).
		want(t, 200).results(t)
	links := make([]any, len(made))
	for i, r := range made {
		links[i] = map[string]any{"id": r.Link["id"], "ifVersion": 1 + i/24} // the last one has another version
	}
	changes := map[string]any{"url": "https://example.org/", "password": "secret", "utm": map[string]any{"source": "mail"}}
	body := u.call(t, "PATCH", "/links/bulk", map[string]any{"links": links, "changes": changes}).want(t, 200)
	results := body.results(t)
	if got := statuses(results); got[0] != 200 || got[23] != 200 || got[24] != 412 {
		t.Fatalf("statuses %v", got)
	}
	if l := results[5].Link; l["url"] != "https://example.org/" || l["hasPassword"] != true || l["utm"].(map[string]any)["source"] != "mail" {
		t.Errorf("a link is now %v", l)
	}
	if !strings.Contains(string(body.body), `"version":2,"link":{`) {
		t.Error("the results have no versions")
	}
	got := u.call(t, "PATCH", "/links/bulk", map[string]any{"links": []any{map[string]any{"id": made[0].Link["id"]}}, "changes": map[string]any{"url": "nonsense", "title": 5}}).want(t, 200).results(t)
	if diff := cmp.Diff([]string{"title", "url"}, got[0].Error.faulty()); diff != "" || got[0].Status != 422 {
		t.Errorf("status %d: %s", got[0].Status, diff)
	}
	for field, body := range map[string]string{
		"links[1]": `{"links":[{"id":"x"},{"id":"y","title":"t"}],"changes":{"title":"u"}}`,
		"changes":  `{"links":[{"id":"x"}],"changes":5}`,
	} {
		if p := u.call(t, "PATCH", "/links/bulk", body).want(t, 422).problem(t); !slices.Equal(p.faulty(), []string{field}) {
			t.Errorf("%s: %+v", field, p)
		}
	}
}

func TestBulkLinks_AcceptsAThousandLinks(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	in.exec(t, `UPDATE workspaces SET plan = 'ENTERPRISE' WHERE id = $1`, u.workspaceID)
	body := `{"links":[{"url":"https://example.com/"}` + strings.Repeat(`,{"url":"https://example.com/"}`, 999) + `]}`
	first := u.call(t, "POST", "/links/bulk", body, "Idempotency-Key: thousand").want(t, 200)
	again := u.call(t, "POST", "/links/bulk", body, "Idempotency-Key: thousand").want(t, 200)
	if again.header.Get("Idempotency-Replayed") != "true" || string(first.body) != string(again.body) {
		t.Error("the same key did it twice")
	}
	made := first.results(t)
	if n := len(made); n != 1_000 || made[n-1].Status != 201 {
		t.Fatalf("%d results", n)
	}
	ids := make([]any, len(made))
	changes := make([]any, len(made))
	for i, r := range made {
		ids[i] = r.Link["id"]
		changes[i] = map[string]any{"id": r.Link["id"], "status": "archived"}
	}
	u.call(t, "PATCH", "/links/bulk", map[string]any{"links": changes}).want(t, 200)
	if total := u.call(t, "GET", "/links?status=archived", nil).json(t)["total"]; total != 1_000.0 {
		t.Errorf("%v archived", total)
	}
	u.call(t, "DELETE", "/links/bulk", map[string]any{"ids": ids}).want(t, 200)
	u.call(t, "POST", "/links/bulk/restore", map[string]any{"ids": ids}).want(t, 200)
	if total := u.call(t, "GET", "/links?status=archived", nil).json(t)["total"]; total != 1_000.0 {
		t.Errorf("%v came back", total)
	}
}

func TestCreateLink_NamesEveryInvalidField(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	made := u.call(t, "POST", "/links", `{"url":"https://example.com/"}`).want(t, 201).json(t)
	path := "/links/" + made["id"].(string)
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"a limit and a destination": {`{"url":"nonsense","alias":"a b","maxClicks":-1}`, []string{"alias", "maxClicks", "url"}},
		"no clicks at all":          {`{"url":"https://example.com/","maxClicks":0}`, []string{"maxClicks"}},
		"wrong types beside":        {`{"url":5,"alias":"a//b","tags":"x","indexable":"no"}`, []string{"alias", "indexable", "tags", "url"}},
		"too big beside":            {`{"url":"nonsense","maxClicks":99999999999999999999}`, []string{"maxClicks", "url"}},
		"in depth":                  {`{"url":"nonsense","preview":{"title":5,"image":"x"},"rules":[{"when":{}}]}`, []string{"preview.title", "rules[0].then", "url"}},
	} {
		for _, try := range []attempt{{"POST", "/links", c.body}, {"PATCH", path, c.body}} {
			p := u.call(t, try.method, try.path, c.body).want(t, 422).problem(t)
			if diff := cmp.Diff(c.want, p.faulty()); diff != "" {
				t.Errorf("%s, %s: %s", name, try.method, diff)
			}
		}
	}
}

func TestAPI_BoundsABulkResponse(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	u := newInstall(t).signUp(t)
	values := strings.TrimSuffix(strings.Repeat(`"`+strings.Repeat("x", 400)+`",`, 150), ",")
	body := `{"url":"https://example.com/","rules":[{"when":{"field":"browser","op":"in","values":[` + values + `]},"then":{"block":404}}]}`
	ids := make([]string, 90)
	for i := range ids {
		ids[i], _ = u.call(t, "POST", "/links", body).want(t, 201).json(t)["id"].(string)
	}
	changes := make([]map[string]any, len(ids))
	for i, id := range ids {
		changes[i] = map[string]any{"id": id, "comments": "changed"}
	}
	r := u.call(t, "PATCH", "/links/bulk", map[string]any{"links": changes}).want(t, 200)
	results := r.results(t)
	if len(r.body) > 5<<20 || results[0].Link == nil || results[89].Link != nil || results[89].Status != 200 {
		t.Errorf("%d bytes; the last result is %+v", len(r.body), results[89])
	}
	if !strings.Contains(string(r.body), `"id":"`+ids[89]+`"`) {
		t.Error("the last link is not named")
	}
}
