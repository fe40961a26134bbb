package app

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/logqueue"
	"linnet/internal/config"
	"linnet/internal/core/access"
	"linnet/internal/core/apikey"
	"linnet/internal/core/audit"
	"linnet/internal/core/dropin"
	"linnet/internal/core/link"
	"linnet/internal/core/workspace"
	"linnet/internal/testkit"
)

// dropIns is a node whose drop-in APIs are called.
type dropIns struct {
	t     testing.TB
	node  *Node
	clock *clock.Manual
	owner access.Actor
	key   string // of all scopes
}

const customHost = "go.brand.test"

func newDropInTest(t testing.TB, compat string) *dropIns {
	t.Helper()
	d := &dropIns{t: t, clock: clock.NewManual(testkit.Day())}
	cfg := config.Config{
		Addr: "127.0.0.1:0", Data: t.TempDir(), PublicURL: "http://" + testkit.Host, JournalSync: "second", Compat: compat, Plans: "off",
	}
	var err error
	d.node, err = newNode(t.Context(), cfg, clickStoreOf(cfg), Log{slog.New(slog.DiscardHandler), logqueue.New(io.Discard)}, d.clock)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.node.Close() })
	d.owner = testkit.Owner(t, d.node.parts.records)
	d.owner.AuthenticatedAt = d.clock.Now()
	testkit.Domain(t, d.node.parts.records, d.owner.WorkspaceID, customHost)
	as := apikey.DefaultSettings()
	as.Scopes = access.AllScopes()
	d.key = d.newKey(as)
	return d
}

// chooseDomain makes the domain with a host that of the workspace's new links.
func (d *dropIns) chooseDomain(host string) {
	d.t.Helper()
	on, err := d.node.parts.services.domains.Resolve(d.t.Context(), host)
	if err == nil {
		_, err = d.node.parts.services.workspaces.Update(d.t.Context(), d.owner, workspace.Patch{DefaultDomainID: &on.ID})
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

// newKey returns the secret of a new key.
func (d *dropIns) newKey(as apikey.Settings) string {
	d.t.Helper()
	as.Name = "Extension"
	_, secret, err := d.node.parts.services.keys.Create(d.t.Context(), d.owner, as)
	if err != nil {
		d.t.Fatal(err)
	}
	return secret
}

// answer is the response to a call.
type answer struct {
	*httptest.ResponseRecorder
	t testing.TB
}

// call sends a request with headers such as "X-Api-Key: secret" to a host.
func (d *dropIns) call(method, host, target, body string, headers ...string) answer {
	d.t.Helper()
	r := httptest.NewRequestWithContext(d.t.Context(), method, "http://"+host+target, strings.NewReader(body))
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	d.node.server.ServeHTTP(w, r)
	return answer{w, d.t}
}

// want fails the test unless the answer has the status.
func (a answer) want(status int) answer {
	a.t.Helper()
	if a.Code != status {
		a.t.Fatalf("%d %s, want %d", a.Code, a.Body, status)
	}
	return a
}

// json returns the body.
func (a answer) json() map[string]any {
	a.t.Helper()
	out := map[string]any{}
	if err := json.Unmarshal(a.Body.Bytes(), &out); err != nil {
		a.t.Fatalf("%s: %v", a.Body, err)
	}
	return out
}

// link creates a link on a host.
func (d *dropIns) link(host, alias string) *link.Link {
	d.t.Helper()
	s := link.DefaultSettings()
	s.URL, s.Title = "https://example.com/"+alias, "a title"
	l, err := d.node.parts.services.links.Create(d.t.Context(), d.owner, link.Draft{Domain: host, Alias: &alias, Settings: s})
	if err != nil {
		d.t.Fatal(err)
	}
	return l
}

const (
	kuttLinks = "/api/v2/links"
	asKutt    = "X-Api-Key: "
)

func TestDropIns_AnswerOnlyCallsWithACredential(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	d.call("GET", testkit.Host, kuttLinks, "").want(http.StatusNotFound)
	d.call("GET", customHost, kuttLinks, "").want(http.StatusNotFound)
	d.call("GET", customHost, kuttLinks, "", asKutt+d.key).want(http.StatusOK)
	d.call("GET", testkit.Host, "/api/v2/nothing", "", asKutt+d.key).want(http.StatusNotFound)
	d.call("PUT", customHost, kuttLinks, "", asKutt+d.key).want(http.StatusMethodNotAllowed) // as of any alias

	// A link that had the path before is visited without a credential.
	d.link(customHost, "api/v2")
	d.call("GET", customHost, "/api/v2", "").want(http.StatusFound)
	alias := "api/v2/links"
	_, err := d.node.parts.services.links.Create(t.Context(), d.owner, link.Draft{
		Domain: customHost, Alias: &alias, Settings: link.Settings{URL: "https://example.com/"},
	})
	if err == nil || !strings.Contains(err.Error(), "reserved") {
		t.Errorf("a new alias is the path of an endpoint: %v", err)
	}
}

func TestDropIns_AuthenticateLikeTheAPI(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	expires := d.clock.Now().Add(time.Minute)
	for name, c := range map[string]struct {
		key    string
		status int
	}{
		"mistyped":       {"lnt_0", http.StatusUnauthorized},
		"no key at all":  {"a session token", http.StatusUnauthorized},
		"without scope":  {d.newKey(apikey.Settings{Scopes: []access.Scope{access.QRRead}}), http.StatusForbidden},
		"read only":      {d.newKey(apikey.Settings{Scopes: []access.Scope{access.LinksRead}}), http.StatusForbidden},
		"another API":    {d.newKey(apikey.Settings{Scopes: access.AllScopes(), Compat: []dropin.API{}}), http.StatusUnauthorized},
		"wrong network":  {d.newKey(apikey.Settings{Scopes: access.AllScopes(), Networks: []string{"203.0.113.0/24"}}), http.StatusForbidden},
		"this API":       {d.newKey(apikey.Settings{Scopes: access.AllScopes(), Compat: []dropin.API{dropin.Kutt}}), http.StatusCreated},
		"expires soon":   {d.newKey(apikey.Settings{Scopes: access.AllScopes(), ExpiresAt: &expires}), http.StatusCreated},
		"of every scope": {d.key, http.StatusCreated},
	} {
		got := d.call("POST", testkit.Host, kuttLinks, `{"target":"https://example.com/"}`, asKutt+c.key)
		if got.Code != c.status {
			t.Errorf("%s: %d %s, want %d", name, got.Code, got.Body, c.status)
		}
		if text, _ := got.json()["error"].(string); (text == "") != (c.status == http.StatusCreated) {
			t.Errorf("%s: %s", name, got.Body)
		}
	}
	entries, err := audit.New(d.node.parts.records, d.clock).List(t.Context(), d.owner, audit.Filter{}, 0, 50)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(entries.Entries, func(e audit.Entry) bool { return e.ActorName == "API key Extension via Kutt API" }) {
		t.Errorf("the audit log does not name the API: %+v", entries.Entries)
	}
}

func TestDropIns_OfAnotherWorkspacesDomainRejectTheKey(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	other := testkit.Owner(t, d.node.parts.records)
	testkit.Domain(t, d.node.parts.records, other.WorkspaceID, "go.other.test")
	got := d.call("GET", "go.other.test", kuttLinks, "", asKutt+d.key).want(http.StatusUnauthorized).json()
	if text, _ := got["error"].(string); !strings.Contains(text, "go.other.test") {
		t.Errorf("%v", got)
	}
}

func TestDropIns_CanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "yourls")
	d.call("GET", customHost, kuttLinks, "", asKutt+d.key).want(http.StatusNotFound)
	got := d.call("GET", testkit.Host, "/api/v1/capabilities", "", "Authorization: Bearer "+d.key).want(http.StatusOK).json()
	if enabled, _ := got["compat"].([]any); !slices.Equal(enabled, []any{"yourls"}) {
		t.Errorf("capabilities %v", got)
	}
}

func TestDropIns_LetPagesOfOtherOriginsCall(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	const origin = "Origin: https://shop.example"
	h := d.call("OPTIONS", testkit.Host, kuttLinks, "", origin, "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: x-api-key").
		want(http.StatusNoContent).Header()
	if h.Get("Access-Control-Allow-Origin") != "*" || h.Get("Access-Control-Allow-Headers") != "x-api-key" {
		t.Errorf("%v", h)
	}
	h = d.call("GET", testkit.Host, kuttLinks, "", origin, asKutt+d.key).want(http.StatusOK).Header()
	if h.Get("Access-Control-Allow-Origin") != "*" || h.Get("RateLimit") == "" || h.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("%v", h)
	}
}

func TestKutt_RemovesAPasswordOnlyWhenItIsEmpty(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	made := d.call("POST", testkit.Host, kuttLinks, `{"target":"https://example.com/","password":"1234"}`, asKutt+d.key).want(http.StatusCreated).json()
	change := func(body string) answer {
		return d.call("PATCH", testkit.Host, kuttLinks+"/"+made["id"].(string), body, asKutt+d.key)
	}
	for _, step := range []struct {
		body string
		has  bool
	}{
		{`{"target":"https://example.com/a"}`, true},
		{`{"password":""}`, false},
		{`{"password":"5678","description":null}`, true},
		{`{"password":null}`, false},
	} {
		if got := change(step.body).want(http.StatusOK).json(); got["password"] != step.has {
			t.Errorf("after %s: password %v", step.body, got["password"])
		}
	}
	change(`{"password":""}`).want(http.StatusBadRequest)
	change(`{"password":12}`).want(http.StatusBadRequest)
}

func TestKutt_CreatesChangesListsAndDeletesLinks(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	call := func(method, target, body string) answer {
		return d.call(method, testkit.Host, target, body, asKutt+d.key)
	}
	made := call("POST", kuttLinks, `{"target":"example.com/a","customurl":"Menu","description":"Printed","expire_in":"2 days","password":"","domain":null}`).
		want(http.StatusCreated).json()
	for field, want := range map[string]any{
		"address": "Menu", "link": "http://" + testkit.Host + "/Menu", "target": "http://example.com/a", "description": "Printed", "domain": nil,
		"password": false, "banned": false, "visit_count": 0.0, "expire_in": "2026-11-22T12:00:00.000Z", "created_at": "2026-11-20T12:00:00.000Z",
	} {
		if made[field] != want {
			t.Errorf("%s is %v, want %v", field, made[field], want)
		}
	}
	id, _ := made["id"].(string)
	if got := call("POST", kuttLinks, `{"target":"http://example.com/a","reuse":true}`).want(http.StatusOK).json(); got["id"] != id {
		t.Errorf("%v is not reused: %v", id, got)
	}
	d.clock.Advance(time.Second)
	onCustom := d.call("POST", customHost, kuttLinks, `{"target":"https://example.com/b","password":"1234"}`, asKutt+d.key).want(http.StatusCreated).json()
	if onCustom["domain"] != customHost || onCustom["password"] != true || onCustom["expire_in"] != nil {
		t.Errorf("%v", onCustom)
	}
	call("POST", kuttLinks, `{"target":"http://example.com/a","customurl":"menu"}`).want(http.StatusBadRequest)

	changed := call("PATCH", kuttLinks+"/"+id, `{"target":"https://example.com/c","address":"dinner"}`).want(http.StatusOK).json()
	if changed["target"] != "https://example.com/c" || changed["address"] != "dinner" || changed["description"] != "Printed" || changed["id"] != id {
		t.Errorf("%v", changed)
	}
	call("PATCH", kuttLinks+"/"+id, `{"target":"https://example.com/c"}`).want(http.StatusBadRequest)
	call("PATCH", kuttLinks+"/"+id, `{}`).want(http.StatusBadRequest)

	page := call("GET", kuttLinks+"?limit=1&skip=1&all=false", "").want(http.StatusOK).json()
	data, _ := page["data"].([]any)
	if page["total"] != 2.0 || page["limit"] != 1.0 || page["skip"] != 1.0 || len(data) != 1 || data[0].(map[string]any)["id"] != id {
		t.Errorf("%v", page)
	}
	if page := call("GET", kuttLinks+"?search=dinner&limit=x", "").want(http.StatusOK).json(); page["total"] != 1.0 || page["limit"] != 10.0 {
		t.Errorf("%v", page)
	}
	call("DELETE", kuttLinks+"/"+id+"/stats", "").want(http.StatusOK)
	call("DELETE", kuttLinks+"/"+id, "").want(http.StatusOK)
	call("DELETE", kuttLinks+"/"+id, "").want(http.StatusNotFound)
	call("PATCH", kuttLinks+"/12345678-1234-8234-8234-123456789abc", `{"target":"https://example.com/"}`).want(http.StatusNotFound)
}

func TestKutt_NamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	for body, want := range map[string]string{
		`{`:             "JSON",
		`{"target":5}`:  "another type",
		`{"target":""}`: "destination",
		`{}`:            "destination",
		`{"target":"http://example.com","domain":"nowhere.test"}`:    "no such domain",
		`{"target":"http://example.com","expire_in":"soon"}`:         "at least a minute",
		`{"target":"http://example.com","expire_in":"20 seconds"}`:   "at least a minute",
		`{"target":"http://example.com","expire_in":true}`:           "at least a minute",
		`{"target":"http://example.com","password":"abc"}`:           "4",
		`{"target":"http://example.com","customurl":"a b"}`:          "alias",
		`{"target":"` + strings.Repeat("x", 2<<20) + `"}`:            "megabyte",
		`{"target":"http://example.com","customurl":"api/v2/links"}`: "reserved",
		`{"target":"http://example.com","customurl":"dashboard"}`:    "reserved",
		`{"target":"javascript:alert(1)","expire_in":"2 minutes"}`:   "javascript:",
	} {
		got := d.call("POST", testkit.Host, kuttLinks, body, asKutt+d.key)
		text, _ := got.json()["error"].(string)
		if got.Code != http.StatusBadRequest || !strings.Contains(strings.ToLower(text), strings.ToLower(want)) {
			t.Errorf("%.80s: %d %q, want %q", body, got.Code, text, want)
		}
	}
}

func TestKutt_ReturnsStatisticsUserAndDomains(t *testing.T) {
	t.Parallel()
	d := newDropInTest(t, "all")
	call := func(method, target, body string) answer {
		return d.call(method, testkit.Host, target, body, asKutt+d.key)
	}
	l := d.link("", "seen")
	stats := call("GET", kuttLinks+"/"+l.ID+"/stats", "").want(http.StatusOK).json()
	for name, points := range map[string]int{"lastDay": 24, "lastWeek": 7, "lastMonth": 30, "lastYear": 12} {
		part, _ := stats[name].(map[string]any)
		views, _ := part["views"].([]any)
		lists, _ := part["stats"].(map[string]any)
		browsers, _ := lists["browser"].([]any)
		systems, _ := lists["os"].([]any)
		if len(views) != points || part["total"] != 0.0 || len(browsers) != 7 || len(systems) != 6 || len(lists) != 4 {
			t.Errorf("%s: %v", name, part)
		}
	}
	user := call("GET", "/api/v2/users", "").want(http.StatusOK).json()
	domains, _ := user["domains"].([]any)
	if user["email"] == "" || len(domains) != 1 || domains[0].(map[string]any)["address"] != customHost || strings.Contains(d.key, user["apikey"].(string)) {
		t.Errorf("%v", user)
	}
	made := call("POST", "/api/v2/domains", `{"address":"new.brand.test","homepage":"brand.test"}`).want(http.StatusOK).json()
	if made["address"] != "new.brand.test" || made["homepage"] != "http://brand.test" {
		t.Errorf("%v", made)
	}
	call("DELETE", "/api/v2/domains/"+made["id"].(string), "").want(http.StatusOK)
	call("DELETE", "/api/v2/domains/"+made["id"].(string), "").want(http.StatusNotFound)
	if got := d.call("GET", testkit.Host, "/api/v2/health", "").want(http.StatusOK); got.Body.String() != "OK" {
		t.Errorf("%s", got.Body)
	}
}

// FuzzDropIns sends hostile calls with a valid key, which no input may turn into a failure of the
// server.
func FuzzDropIns(f *testing.F) {
	d := newDropInTest(f, "all")
	l := d.link("", "menu")
	for _, seed := range [][3]string{
		{"POST", kuttLinks, `{"target":"https://example.com/","customurl":"a","expire_in":"2 days","reuse":true}`},
		{"PATCH", kuttLinks + "/" + l.ID, `{"target":"https://example.com/","password":"12345"}`},
		{"GET", kuttLinks + "?limit=5&skip=-1&search=%00", ""},
		{"GET", kuttLinks + "/" + l.ID + "/stats", ""},
		{"POST", "/api/v2/domains", `{"address":"x.test","homepage":"y"}`},
		{"POST", yourlsPath + "?action=shorturl&url=https://example.com/&keyword=a&format=xml", ""},
		{"POST", yourlsPath, "action=expand&shorturl=menu&format=jsonp&callback=f[1]"},
		{"GET", yourlsPath + "?action=stats&limit=5&start=-9&filter=rand&format=simple", ""},
		{"GET", yourlsPath + "?action=contract&url=x&timestamp=1&signature=2&hash=sha384", ""},
		{"POST", "/rest/v3/short-urls", `{"longUrl":"https://example.com/","customSlug":"a b","pathPrefix":"c","validSince":"2026-01-01","findIfExists":true}`},
		{"POST", "/rest/v3/short-urls/menu/redirect-rules", `{"redirectRules":[{"longUrl":"https://a.test","conditions":[{"type":"ip-address","matchValue":"1.*"}]}]}`},
		{"PATCH", "/rest/v3/short-urls/menu", `{"tags":["a b"],"maxVisits":null,"validUntil":"9999-12-31T23:59:59-10:00"}`},
		{"GET", "/rest/v3/short-urls?page=2&itemsPerPage=-1&tags[]=a&excludeTags[]=%00&tagsMode=all&startDate=2026-01-01&searchTerm=b", ""},
		{"GET", "/rest/v3/visits/orphan?page=3&endDate=1971-01-01&type=base_url", ""},
		{"PUT", "/rest/v3/tags", `{"oldName":"a","newName":"b"}`},
		{"POST", "/v4/bitlinks", `{"long_url":"https://example.com/","keyword":"a","tags":["b"],"expiration_at":"2040-01-01T00:00:00+0000"}`},
		{"POST", "/v4/custom_bitlinks", `{"bitlink_id":"bit.ly/menu","custom_bitlink":"j.mp/%2F"}`},
		{"PATCH", "/v4/bitlinks/https:/bit.ly/menu", `{"tags":null,"archived":true,"expiration_at":"9999-12-31T23:59:59-1000"}`},
		{"GET", "/v4/bitlinks/menu/clicks?unit=month&units=2000&size=3&unit_reference=1990-01-01", ""},
		{"GET", "/v4/bitlinks/localhost%2Fmenu/cities?unit=minute&units=-1&unit_reference=2150-12-31T23:59:59+0000", ""},
		{"GET", "/v4/bitlinks/menu/qr?image_format=png", ""},
		{"POST", "/api/dub/links", `{"url":"a.test","key":"a b","geo":{"DE":"b.test"},"testVariants":[{"url":"c","percentage":50}],"testCompletedAt":"2027-01-01","tagNames":["x"]}`},
		{"PATCH", "/api/dub/links/" + l.ID, `{"ios":"https://a.test","geo":null,"expiresAt":"9999-12-31T23:59:59-10:00","proxy":true,"title":null,"tagIds":"a,b"}`},
		{"GET", "/api/dub/links?startingAfter=" + l.ID + "&pageSize=5&tagIds=a&search=%00&sortOrder=asc&domain=x", ""},
		{"POST", "/api/dub/links/bulk", `[{"url":"https://a.test","prefix":"/a/","keyLength":5},{"url":5},null]`},
		{"GET", "/api/dub/analytics?groupBy=top_links&event=leads&country=-DE,Unknown&timezone=Europe/Berlin&start=1990-01-01&linkId=-a", ""},
		{"GET", "/api/dub/qr?url=https://a.test&size=5000&margin=9&level=Q&fgColor=%23fff", ""},
		{"POST", "/api/dub/track/sale", `{"customerExternalId":"c","amount":9223372036854775807,"metadata":{"a":[{}]}}`},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, method, target, body string) {
		request, err := http.NewRequestWithContext(t.Context(), method, "http://"+testkit.Host+target, strings.NewReader(body))
		if err != nil {
			return // no client can send this
		}
		request.Header.Set("X-Api-Key", d.key)
		request.Header.Set("Authorization", "Bearer "+d.key)
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if query := request.URL.Query(); query.Has("action") && !query.Has("signature") {
			query.Set("signature", d.key)
			request.URL.RawQuery = query.Encode()
		}
		d.clock.Advance(time.Second) // below the limit of calls
		w := httptest.NewRecorder()
		d.node.server.ServeHTTP(w, request)
		if w.Code >= http.StatusInternalServerError {
			t.Errorf("%s %q %q: %d %s", method, target, body, w.Code, w.Body)
		}
	})
}
