package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// shown is a shared page, accessed without a session.
type shown struct {
	in   *install
	path string
}

func (u user) share(t *testing.T, body map[string]any) (id string, page shown) {
	t.Helper()
	made := u.call(t, "POST", "/shares", body).want(t, 201).json(t)
	address := made["url"].(string)
	origin, token, ok := strings.Cut(address, "/share/")
	if !ok || origin != "https://go.example.com" || len(token) != 43 {
		t.Fatalf("the address is %q", address)
	}
	return made["id"].(string), shown{u.in, "/public/shares/" + token}
}

func (s shown) clicks(t *testing.T, query string, headers ...string) float64 {
	t.Helper()
	report := s.in.anonymous().call(t, "GET", s.path+"/report?groupBy=count&"+query, nil, headers...).want(t, 200).json(t)
	return report["count"].(map[string]any)["clicks"].(float64)
}

// exhibition is a workspace with clicks on three links, one of which is in a
// folder and has a tag, and another user with a link.
type exhibition struct {
	in                        *install
	owner, stranger           user
	inside, outside, foreign  string // links
	folder, tag               string
	clicksInside, clicksOfAll float64
}

func exhibit(t *testing.T) exhibition {
	t.Helper()
	clicks, behind := withClicks(t)
	in := newInstall(t, behind)
	e := exhibition{in: in, owner: in.signUp(t), stranger: in.signUp(t), clicksInside: 3, clicksOfAll: 8}
	e.folder = e.owner.call(t, "POST", "/folders", map[string]any{"name": "Launch"}).want(t, 201).json(t)["id"].(string)
	link := func(u user, body map[string]any) string {
		body["url"] = "https://example.com/"
		return u.call(t, "POST", "/links", body).want(t, 201).json(t)["id"].(string)
	}
	e.inside = link(e.owner, map[string]any{"alias": "inside", "folderId": e.folder, "tags": []string{"spring"}})
	e.outside = link(e.owner, map[string]any{"alias": "outside"})
	e.foreign = link(e.stranger, map[string]any{"alias": "foreign"})
	tags := e.owner.call(t, "GET", "/tags", nil).want(t, 200).json(t)["items"].([]any)
	e.tag = tags[0].(map[string]any)["id"].(string)
	for i := range 3 {
		clicks.visit(t, e.owner, e.inside, "inside", noon.Add(-time.Duration(i)*time.Hour))
	}
	for range 5 {
		clicks.visit(t, e.owner, e.outside, "outside", noon.Add(-time.Minute))
	}
	clicks.visit(t, e.stranger, e.foreign, "foreign", noon.Add(-time.Minute))
	clicks.visit(t, e.owner, "", "nothing-here", noon.Add(-time.Minute), func(h *click.Hit) { h.Outcome = visitor.Orphan })
	eventually(t, "the clicks arrive", func() bool { return clicks.pipeline.Stats().Waiting == 0 })
	return e
}

func TestSharedPage_IsLimitedToItsSubject(t *testing.T) {
	t.Parallel()
	e := exhibit(t)
	scopes := map[string]struct {
		body map[string]any
		want float64
	}{
		"link":      {map[string]any{"scope": "link", "subjectId": e.inside}, e.clicksInside},
		"folder":    {map[string]any{"scope": "folder", "subjectId": e.folder}, e.clicksInside},
		"tag":       {map[string]any{"scope": "tag", "subjectId": e.tag}, e.clicksInside},
		"workspace": {map[string]any{"scope": "workspace"}, e.clicksOfAll},
	}
	for name, scope := range scopes {
		_, page := e.owner.share(t, scope.body)
		refused := func(query string, status int) {
			t.Helper()
			e.in.anonymous().call(t, "GET", page.path+"/report?groupBy=count&"+query, nil).want(t, status)
		}
		for query, want := range map[string]float64{
			"": scope.want, "country=-XX": scope.want, "alias=inside,outside": scope.want, "alias=-nothing": scope.want,
			"alias=foreign": 0, "traffic=all": scope.want, "linkId=" + e.inside: e.clicksInside, "browser=(none)": 0,
			"hour=10": 1, "weekday=3": scope.want, "weekday=-3": 0,
			"interval=12mo&compare=previous": scope.want, "start=1990-01-01T00:00:00Z&granularity=month": scope.want,
		} {
			if got := page.clicks(t, query); got != want {
				t.Errorf("%s: %s shows %v clicks, want %v", name, query, got, want)
			}
		}
		for query, status := range map[string]int{
			"linkId=" + e.foreign: 404, "linkId=-" + e.foreign: 404, "linkId=inside": 404, "linkId=lnk_0000000000001": 404,
			"linkId=" + e.inside + "," + e.foreign: 404, "linkId=(none)": 404, "interval=all": 422, "orphans=true": 422,
			"folder=" + e.folder: 422, "tag=spring": 422, "rule=x": 422, "domain=go.example.com": 422, "url=https://example.com/": 422,
			"referrerUrl=x": 422, "botReason=agent": 422, "groupBy=rule": 422, "groupBy=count,referrerUrl": 422, "groupBy=tag": 422,
		} {
			refused(query, status)
		}
		if name != "workspace" {
			refused("linkId="+e.outside, 404)
			refused("linkId=-"+e.outside, 404)
		}
		whole := e.in.anonymous().call(t, "GET", page.path+"/report", nil).want(t, 200)
		if text := string(whole.body); strings.Contains(text, "foreign") || (name != "workspace" && strings.Contains(text, "outside")) {
			t.Errorf("%s: the report tells of others: %s", name, text)
		}
		if count := whole.json(t)["count"].(map[string]any); count["leads"] != 0.0 || count["sales"] != 0.0 {
			t.Errorf("%s: the report tells of conversions: %v", name, count)
		}
	}
}

func TestSharedPage_TokenIsNotASession(t *testing.T) {
	t.Parallel()
	e := exhibit(t)
	id, page := e.owner.share(t, map[string]any{"scope": "workspace"})
	token := strings.TrimPrefix(page.path, "/public/shares/")
	for _, u := range []user{{in: e.in, token: token}, {in: e.in, token: token, workspaceID: e.owner.workspaceID}, {in: e.in, token: id}} {
		for _, path := range []string{"/links", "/clicks", "/clicks/stream", "/analytics?groupBy=count", "/shares", "/me"} {
			u.call(t, "GET", path, nil).want(t, 401)
		}
	}
	// Credentials add nothing to a page either.
	if got := (shown{e.in, page.path}).clicks(t, "", "Authorization: Bearer "+e.stranger.token, "Linnet-Workspace: "+e.stranger.workspaceID); got != e.clicksOfAll {
		t.Errorf("a stranger who is logged in sees %v", got)
	}
	for _, wrong := range []string{"x", strings.Repeat("A", 43), id, token[:42], token + "A"} {
		for _, path := range []string{"/public/shares/" + wrong, "/public/shares/" + wrong + "/report"} {
			e.in.anonymous().call(t, "GET", path, nil).want(t, 404)
		}
		e.in.anonymous().call(t, "POST", "/public/shares/"+wrong+"/unlock", map[string]any{"password": "x"}).want(t, 404)
	}
	if strings.Contains(e.in.log.String(), token) {
		t.Error("the log holds the page's secret")
	}
	list := e.owner.call(t, "GET", "/shares", nil).want(t, 200)
	if strings.Contains(string(list.body), token) {
		t.Error("the list tells the address again")
	}
}

func TestSharedPage_PassIsValidForOnePage(t *testing.T) {
	t.Parallel()
	e := exhibit(t)
	id, page := e.owner.share(t, map[string]any{"scope": "link", "subjectId": e.inside, "password": "open sesame"})
	_, other := e.owner.share(t, map[string]any{"scope": "link", "subjectId": e.outside, "password": "open sesame"})
	visitor := e.in.anonymous()
	locked := visitor.call(t, "GET", page.path, nil).want(t, 200).json(t)
	if diff := cmp.Diff(map[string]any{"locked": true, "scope": nil, "label": nil, "name": nil, "expiresAt": nil, "selection": nil}, locked); diff != "" {
		t.Errorf("before the password: %s", diff)
	}
	visitor.call(t, "GET", page.path+"/report", nil).want(t, 403)
	visitor.call(t, "POST", page.path+"/unlock", map[string]any{"password": "open says me"}).want(t, 403)
	pass := visitor.call(t, "POST", page.path+"/unlock", map[string]any{"password": "open sesame"}).want(t, 200).json(t)["pass"].(string)
	header := "Linnet-Share-Pass: " + pass
	if got := page.clicks(t, "", header); got != e.clicksInside {
		t.Errorf("%v clicks", got)
	}
	for _, wrong := range []string{"", "x", pass + "x", "z" + pass, strings.Replace(pass, ".", ".A", 1), "zzzzzzz." + pass[len(pass)-43:]} {
		visitor.call(t, "GET", page.path+"/report", nil, "Linnet-Share-Pass: "+wrong).want(t, 403)
	}
	visitor.call(t, "GET", other.path+"/report", nil, header).want(t, 403)
	e.owner.call(t, "PATCH", "/shares/"+id, map[string]any{"password": "another"}).want(t, 200)
	visitor.call(t, "GET", page.path+"/report", nil, header).want(t, 403)
	pass = visitor.call(t, "POST", page.path+"/unlock", map[string]any{"password": "another"}).want(t, 200).json(t)["pass"].(string)
	e.in.clock.Advance(13 * time.Hour)
	visitor.call(t, "GET", page.path+"/report", nil, "Linnet-Share-Pass: "+pass).want(t, 403)
	e.owner.call(t, "PATCH", "/shares/"+id, map[string]any{"password": nil}).want(t, 200)
	if got := page.clicks(t, ""); got != e.clicksInside {
		t.Errorf("without a password: %v clicks", got)
	}
}

func TestSharedPage_LimitsWrongPasswords(t *testing.T) {
	t.Parallel()
	e := exhibit(t)
	_, page := e.owner.share(t, map[string]any{"scope": "workspace", "password": "open sesame"})
	try := func(password, from string) int {
		return e.in.anonymous().call(t, "POST", page.path+"/unlock", map[string]any{"password": password}, testAddr+": "+from).status
	}
	got := map[int]int{}
	for i := range 8 {
		got[try(fmt.Sprint("guess ", i), "198.51.100.1")]++
	}
	if diff := cmp.Diff(map[int]int{403: 5, 429: 3}, got); diff != "" {
		t.Error(diff)
	}
	if status := try("open sesame", "198.51.100.1"); status != 429 {
		t.Errorf("the right one after too many: %d", status)
	}
	if status := try("open sesame", "198.51.100.2"); status != 200 {
		t.Errorf("from another address: %d", status)
	}
	got = map[int]int{}
	for i := range 150 { // a crowd, each from elsewhere
		got[try("guess", fmt.Sprintf("2001:db8:0:%x::1", i))]++
	}
	if got[403] > 101 || got[429] < 49 {
		t.Errorf("a crowd guessed %v", got)
	}
	e.in.clock.Advance(5 * time.Minute)
	if status := try("open sesame", "198.51.100.1"); status != 200 {
		t.Errorf("after a while: %d", status)
	}
}

func TestSharedPage_Expires(t *testing.T) {
	t.Parallel()
	e := exhibit(t)
	gone := func(page shown) {
		t.Helper()
		for _, path := range []string{page.path, page.path + "/report"} {
			if p := e.in.anonymous().call(t, "GET", path, nil).want(t, http.StatusGone).problem(t); p.Code != "gone" {
				t.Errorf("%+v", p)
			}
		}
	}
	id, page := e.owner.share(t, map[string]any{"scope": "workspace"})
	e.stranger.call(t, "DELETE", "/shares/"+id, nil).want(t, 404)
	e.stranger.call(t, "PATCH", "/shares/"+id, map[string]any{"password": "mine now"}).want(t, 404)
	e.owner.call(t, "DELETE", "/shares/"+id, nil).want(t, 204)
	gone(page)
	e.owner.call(t, "GET", "/shares/"+id, nil).want(t, 404)
	e.owner.call(t, "PATCH", "/shares/"+id, map[string]any{"expiresAt": nil}).want(t, 404)

	id, page = e.owner.share(t, map[string]any{"scope": "workspace", "expiresAt": noon.Add(time.Hour)})
	page.clicks(t, "")
	e.in.clock.Advance(time.Hour)
	gone(page)
	e.owner.call(t, "PATCH", "/shares/"+id, map[string]any{"expiresAt": noon.Add(2 * time.Hour)}).want(t, 200)
	page.clicks(t, "")

	_, page = e.owner.share(t, map[string]any{"scope": "link", "subjectId": e.inside})
	e.owner.call(t, "DELETE", "/links/"+e.inside, nil).want(t, 204)
	gone(page)
	_, page = e.owner.share(t, map[string]any{"scope": "folder", "subjectId": e.folder})
	e.owner.call(t, "DELETE", "/folders/"+e.folder, nil).want(t, 204)
	gone(page)
}

func TestCreateShare_InvalidDrafts(t *testing.T) {
	t.Parallel()
	e := exhibit(t)
	for name, c := range map[string]struct {
		body  map[string]any
		field string
	}{
		"another's link":  {map[string]any{"scope": "link", "subjectId": e.foreign}, "subjectId"},
		"a tag as a link": {map[string]any{"scope": "link", "subjectId": e.tag}, "subjectId"},
		"no subject":      {map[string]any{"scope": "folder"}, "subjectId"},
		"no scope":        {map[string]any{"scope": "everything"}, "scope"},
		"a short word":    {map[string]any{"scope": "workspace", "password": "abc"}, "password"},
		"the past":        {map[string]any{"scope": "workspace", "expiresAt": noon.Add(-time.Hour)}, "expiresAt"},
	} {
		p := e.owner.call(t, "POST", "/shares", c.body).want(t, 422).problem(t)
		if len(p.Errors) != 1 || p.Errors[0].Field != c.field {
			t.Errorf("%s: %+v", name, p)
		}
	}
	if n := e.owner.call(t, "GET", "/shares", nil).json(t)["total"]; n != 0.0 {
		t.Errorf("%v pages are shared", n)
	}
}
