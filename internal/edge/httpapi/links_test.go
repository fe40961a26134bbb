package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/access"
)

func TestGetLink_Shape(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	r := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "launch", "tags": []string{"spring"}}).want(t, 201)
	got := r.json(t)
	id := got["id"].(string)
	want := map[string]any{
		"id": id, "domain": "go.example.com", "alias": "launch", "aliases": []any{"launch"},
		"shortUrl": "https://go.example.com/launch", "url": "https://example.com/",
		"title": nil, "comments": nil, "tags": []any{"spring"}, "folderId": nil, "externalId": nil,
		"preview":        map[string]any{"title": nil, "description": nil, "image": nil},
		"redirectStatus": 302.0, "forwardQuery": true, "forwardPath": false, "indexable": false, "trackConversions": false,
		"startsAt": nil, "expiresAt": nil, "maxClicks": nil, "fallbackUrl": nil, "expiresAction": "fallback", "hasPassword": false,
		"utm":   map[string]any{"source": nil, "medium": nil, "campaign": nil, "term": nil, "content": nil, "ref": nil},
		"rules": []any{}, "split": nil, "status": "active", "clickCount": 0.0, "importedClicks": 0.0, "lastClickedAt": nil,
		"createdBy": u.id, "createdAt": "2026-04-01T12:00:00Z", "updatedAt": "2026-04-01T12:00:00Z", "version": 1.0,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if etag := r.header.Get("ETag"); etag != `"1"` {
		t.Errorf("ETag %s", etag)
	}
	read := u.call(t, "GET", "/links/"+id, nil).want(t, 200).json(t)
	if diff := cmp.Diff(got, read); diff != "" {
		t.Error(diff)
	}
}

func TestLink_DestinationIsUnchanged(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	for _, url := range []string{
		"https://example.com/한글?empty&a=%2F#x", "https://[2001:db8::1]:8443/p", "https://example.com/?q=<b>&amp;[[x]]", "mailto:ada@example.com",
		"https://example.com/🐦?a=%zz", `https://u:p@example.com/{a}"b"`,
	} {
		got := u.call(t, "POST", "/links", map[string]any{"url": url}).want(t, 201).json(t)
		if got["url"] != url {
			t.Errorf("sent %s, got %s", url, got["url"])
		}
	}
}

func TestListLinks_LeavesOutRulesAndSplit(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	rules := make([]any, 0, 10)
	for i := range 10 {
		rules = append(rules, map[string]any{
			"name": fmt.Sprint(i), "when": map[string]any{"field": "device", "op": "in", "values": []string{"mobile"}},
			"then": map[string]any{"redirect": "https://example.com/" + strings.Repeat("r", 5_000)},
		})
	}
	split := []any{
		map[string]any{"url": "https://a.example/" + strings.Repeat("a", 6_000), "weight": 70},
		map[string]any{"url": "mailto:ada@example.com", "weight": 30},
	}
	const links = 20
	for range links {
		u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "rules": rules, "split": split}).want(t, 201)
	}
	list := u.call(t, "GET", "/links?limit=100", nil).want(t, 200)
	if most := links * 2_000; len(list.body) > most {
		t.Errorf("a list of %d links with 56 KB of routing each takes %d bytes, want at most %d", links, len(list.body), most)
	}
	item := list.json(t)["items"].([]any)[0].(map[string]any)
	for _, field := range []string{"rules", "split"} {
		if _, ok := item[field]; ok {
			t.Errorf("an item of the list has %q", field)
		}
	}
	if item["ruleCount"] != 10.0 || item["variantCount"] != 2.0 {
		t.Errorf("ruleCount %v, variantCount %v; want 10 and 2", item["ruleCount"], item["variantCount"])
	}
	want := []any{
		map[string]any{"address": ("https://a.example/" + strings.Repeat("a", 200))[:197] + "…", "weight": 70.0},
		map[string]any{"address": "mailto:ada@example.com", "weight": 30.0},
	}
	if diff := cmp.Diff(want, item["variants"]); diff != "" {
		t.Errorf("variants (-want +got):\n%s", diff)
	}
	whole := u.call(t, "GET", "/links/"+item["id"].(string), nil).want(t, 200).json(t)
	if rules, branches := whole["rules"].([]any), whole["split"].([]any); len(rules) != 10 || len(branches) != 2 {
		t.Errorf("the link itself has %d rules and %d branches, want 10 and 2", len(rules), len(branches))
	}
}

func TestLink_RulesAndSplitAreUnchanged(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	body := `{"url":"https://example.com/","rules":[{"name":"Germans on a phone",
		"when":{"all":[{"field":"country","op":"in","values":["DE"]},{"not":{"field":"device","op":"in","values":["desktop"]}},
			{"field":"time","op":"within","values":[{"days":["mon"],"from":"09:00","to":"17:30","timeZone":"Europe/Berlin"}]}]},
		"then":{"redirect":"https://example.com/de"}}],
		"split":[{"url":"https://example.com/a","weight":60},{"url":"https://example.com/b","weight":40}]}`
	got := u.call(t, "POST", "/links", body).want(t, 201).json(t)
	rule := got["rules"].([]any)[0].(map[string]any)
	if !strings.HasPrefix(rule["id"].(string), "rul_") || rule["name"] != "Germans on a phone" {
		t.Errorf("%v", rule)
	}
	window := rule["when"].(map[string]any)["all"].([]any)[2].(map[string]any)["values"].([]any)[0].(map[string]any)
	if window["timeZone"] != "Europe/Berlin" {
		t.Errorf("%v", window)
	}
	if split := got["split"].([]any); len(split) != 2 {
		t.Errorf("%v", split)
	}
	id := got["id"].(string)
	renamed := u.call(t, "PATCH", "/links/"+id, map[string]any{"rules": got["rules"], "split": nil}).want(t, 200).json(t)
	if diff := cmp.Diff(got["rules"], renamed["rules"]); diff != "" || renamed["split"] != nil {
		t.Errorf("split %v, rules %s", renamed["split"], diff)
	}
}

func TestUpdateLink_ChangesTheFieldsInTheRequest(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	full := map[string]any{
		"url": "https://example.com/", "alias": "full", "title": "Title", "comments": "Comments", "tags": []string{"a", "b"},
		"preview": map[string]any{"title": "Card", "image": "https://example.com/i.png"}, "redirectStatus": 307, "forwardQuery": false,
		"forwardPath": true, "indexable": true, "startsAt": "2026-05-01T00:00:00Z", "expiresAt": "2026-06-01T02:00:00+02:00", "maxClicks": 5,
		"fallbackUrl": "https://example.com/over", "expiresAction": "page", "password": "open-sesame", "utm": map[string]any{"source": "flyer"},
	}
	made := u.call(t, "POST", "/links", full).want(t, 201).json(t)
	path := "/links/" + made["id"].(string)
	if made["hasPassword"] != true || made["expiresAt"] != "2026-06-01T00:00:00Z" || made["status"] != "scheduled" {
		t.Errorf("%v", made)
	}
	for name, c := range map[string]struct{ field, body, want string }{
		"title":              {"title", `{"title":"New"}`, `"New"`},
		"no title":           {"title", `{"title":null}`, `null`},
		"no tags":            {"tags", `{"tags":null}`, `[]`},
		"no start":           {"startsAt", `{"startsAt":null}`, `null`},
		"no limit":           {"maxClicks", `{"maxClicks":null}`, `null`},
		"no fallback":        {"fallbackUrl", `{"fallbackUrl":null}`, `null`},
		"the default action": {"expiresAction", `{"expiresAction":null}`, `"fallback"`},
		"no password":        {"hasPassword", `{"password":null}`, `false`},
		"no preview":         {"preview", `{"preview":null}`, `{"title":null,"description":null,"image":null}`},
		"utm":                {"utm", `{"utm":{"medium":"post"}}`, `{"source":null,"medium":"post","campaign":null,"term":null,"content":null,"ref":null}`},
		"archived":           {"status", `{"status":"archived"}`, `"archived"`},
		"forward query":      {"forwardQuery", `{"forwardQuery":null}`, `true`},
	} {
		t.Run(name, func(t *testing.T) {
			before := u.call(t, "GET", path, nil).json(t)
			r := u.call(t, "PATCH", path, c.body).want(t, 200)
			if !strings.Contains(string(r.body), fmt.Sprintf("%q:%s", c.field, c.want)) {
				t.Errorf("%s is not %s in %s", c.field, c.want, r.body)
			}
			after := r.json(t)
			for _, moves := range []string{c.field, "version", "updatedAt", "status"} {
				delete(before, moves)
				delete(after, moves)
			}
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("more than was named has changed: %s", diff)
			}
		})
	}
	back := u.call(t, "PATCH", path, `{"status":"active"}`).want(t, 200).json(t)
	if back["status"] != "active" {
		t.Errorf("status %v after bringing it back", back["status"])
	}
}

func TestUpdateLink_AcceptsAReadLink(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	made := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "round", "title": "Trip"}).want(t, 201).json(t)
	sent := u.call(t, "PATCH", "/links/"+made["id"].(string), made).want(t, 200).json(t)
	for _, moves := range []string{"version", "updatedAt"} {
		delete(made, moves)
		delete(sent, moves)
	}
	if diff := cmp.Diff(made, sent); diff != "" {
		t.Error(diff)
	}
}

func TestUpdateLink_IfMatchDetectsConflicts(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	made := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201)
	path := "/links/" + made.json(t)["id"].(string)
	first := u.call(t, "PATCH", path, `{"title":"one"}`, "If-Match: "+made.header.Get("ETag")).want(t, 200)
	if first.header.Get("ETag") != `"2"` {
		t.Errorf("ETag %s", first.header.Get("ETag"))
	}
	stale := u.call(t, "PATCH", path, `{"title":"two"}`, `If-Match: "1"`).want(t, 412).problem(t)
	if stale.Code != "precondition_failed" {
		t.Errorf("%+v", stale)
	}
	u.call(t, "PATCH", path, `{"title":"two"}`, `If-Match: "9", "1"`).want(t, 412)
	u.call(t, "PATCH", path, `{"title":"two"}`, `If-Match: "9", "2"`).want(t, 200)
	u.call(t, "PATCH", path, `{"title":"three"}`, "If-Match: *").want(t, 200)
	if got := u.call(t, "GET", path, nil).json(t)["title"]; got != "three" {
		t.Errorf("title %v", got)
	}
}

func TestCreateLink_AliasesAreUnique(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u, other := in.signUp(t), in.signUp(t)
	made := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "Once"}).want(t, 201).json(t)
	p := other.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "once"}).want(t, 409).problem(t)
	if len(p.Errors) != 1 || p.Errors[0].Field != "alias" || p.Code != "conflict" {
		t.Errorf("%+v", p)
	}
	free := u.call(t, "GET", "/links/alias-available?alias=twice", nil).want(t, 200).json(t)
	taken := u.call(t, "GET", "/links/alias-available?alias=ONCE", nil).want(t, 200).json(t)
	if free["available"] != true || free["reason"] != nil || taken["available"] != false || taken["reason"] == nil {
		t.Errorf("free %v, taken %v", free, taken)
	}
	found := u.call(t, "GET", "/links/lookup?domain=go.example.com&alias=once", nil).want(t, 200).json(t)
	if found["id"] != made["id"] {
		t.Errorf("found %v", found["id"])
	}
	other.call(t, "GET", "/links/lookup?alias=once", nil).want(t, 404)
}

func TestListLinks_Pages(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	for i := range 5 {
		in.clock.Advance(time.Second)
		u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": fmt.Sprintf("no-%d", i), "tags": []string{fmt.Sprintf("t%d", i%2)}}).want(t, 201)
	}
	var seen []string
	path, parts := "/links?limit=2", 0
	for path != "" {
		page := u.call(t, "GET", path, nil).want(t, 200).json(t)
		parts++
		if page["total"] != 5.0 {
			t.Errorf("total %v", page["total"])
		}
		for _, item := range page["items"].([]any) {
			seen = append(seen, item.(map[string]any)["alias"].(string))
		}
		path = ""
		if cursor, ok := page["nextCursor"].(string); ok {
			path = "/links?limit=2&cursor=" + cursor
		}
	}
	if diff := cmp.Diff([]string{"no-4", "no-3", "no-2", "no-1", "no-0"}, seen); diff != "" || parts != 3 {
		t.Errorf("%d parts: %s", parts, diff)
	}
	for query, want := range map[string]float64{
		"tag=t0": 3, "tag=t0,t1": 5, "tag=t0&tag=t1": 5, "search=NO-3": 1, "status=active": 5, "status=archived,expired": 0,
		"createdBy=" + u.id: 5, "createdBy=usr_0000000000000": 0, "domain=go.example.com": 5, "sort=alias&order=asc": 5,
	} {
		if got := u.call(t, "GET", "/links?"+query, nil).want(t, 200).json(t)["total"]; got != want {
			t.Errorf("%s: %v links, want %v", query, got, want)
		}
	}
}

func TestWorkspace_OthersAreNotFound(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u, stranger := in.signUp(t), in.signUp(t)
	path := "/links/" + u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "mine"}).json(t)["id"].(string)
	for _, c := range []struct{ method, path, body string }{
		{"GET", path, ""}, {"PATCH", path, `{"title":"x"}`}, {"DELETE", path, ""}, {"POST", path + "/simulate", `{}`},
		{"GET", "/workspaces/" + u.workspaceID, ""}, {"PATCH", "/workspaces/" + u.workspaceID, `{"name":"x"}`},
	} {
		var body any
		if c.body != "" {
			body = c.body
		}
		if p := stranger.call(t, c.method, c.path, body).want(t, 404).problem(t); p.Code != "not_found" {
			t.Errorf("%s %s: %+v", c.method, c.path, p)
		}
		stranger.call(t, c.method, c.path, body, "Linnet-Workspace: "+u.workspaceID).want(t, 404)
	}
	u.call(t, "GET", path, nil).want(t, 200)
}

func TestWorkspaceHeader_ChoosesTheWorkspace(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	viewer := in.member(t, owner, access.Viewer)
	made := owner.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201).json(t)
	viewer.call(t, "GET", "/links/"+made["id"].(string), nil).want(t, 200)
	if p := viewer.call(t, "DELETE", "/links/"+made["id"].(string), nil).want(t, 403).problem(t); p.Code != "forbidden" {
		t.Errorf("%+v", p)
	}
	atHome := user{in: in, token: viewer.token}
	atHome.call(t, "GET", "/links/"+made["id"].(string), nil).want(t, 404)
	if got := atHome.call(t, "GET", "/workspaces", nil).want(t, 200).json(t)["total"]; got != 2.0 {
		t.Errorf("%v workspaces", got)
	}
	renamed := owner.call(t, "PATCH", "/workspaces/current", `{"name":"Nest"}`).want(t, 200).json(t)
	if renamed["name"] != "Nest" || viewer.call(t, "GET", "/workspaces/"+owner.workspaceID, nil).json(t)["name"] != "Nest" {
		t.Errorf("%v", renamed)
	}
}

func TestCreateLink_LimitReachedSaysWhatToDo(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	for range 100 {
		u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201)
	}
	p := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, http.StatusPaymentRequired).problem(t)
	if p.Code != "limit_reached" || !strings.Contains(p.Message, "100") {
		t.Errorf("%+v", p)
	}
	if q := p.Quota; q == nil || q.Name != "links" || q.Used != 100 || q.Limit != 100 || !strings.HasSuffix(q.URL, "/dashboard/w/"+u.workspaceID+"/settings/billing") {
		t.Errorf("quota %+v", q)
	}
}
